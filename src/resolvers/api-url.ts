/** An address below a base, whether or not the base ends in a slash: `base_url` is written by people. */
export const apiUrl = (base: string, path: string): URL =>
  new URL(path, base.endsWith('/') ? base : `${base}/`);

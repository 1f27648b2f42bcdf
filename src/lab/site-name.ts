/** Public suffixes of two labels and more under which the lab has hosts; everything else is `name.suffix`. */
const LONG_SUFFIXES = ['ac.uk', 's3.amazonaws.com', 'cloudfront.net', 'github.io'];

const ADDRESS = /^[\d.]+$|^\[/;

/** Whose host it is. The lab has its own notion of it: it judges those who look it up in the Public Suffix List. */
export function siteName(host: string): string {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  if (ADDRESS.test(name)) return host;
  const suffix = LONG_SUFFIXES.find((one) => name.endsWith(`.${one}`));
  const labels = suffix === undefined ? 2 : suffix.split('.').length + 1;
  return name.split('.').slice(-labels).join('.');
}

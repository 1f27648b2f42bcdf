import { extname } from 'node:path';

/**
 * A program of ours that runs in a thread or process of its own, named by its source file. The build renames imports but
 * not URLs, so the suffix is the one this very file has: `.ts` in development, `.js` when built.
 */
export const builtProgram = (source: URL): URL =>
  new URL(source.href.replace(/[.]ts$/, extname(import.meta.url)));

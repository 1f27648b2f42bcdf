#!/usr/bin/env node
// Nothing is imported statically: this file must run, and speak, under any Node that knows ES modules.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `contentdownload needs Node 24 or newer, but this is Node ${process.versions.node} (${process.execPath}): install a newer one or put it first on the PATH.\n`,
  );
  process.exitCode = 3;
} else {
  const { enableCompileCache } = await import('node:module');
  const { directory } = enableCompileCache();
  // Our threads and processes begin with what this one has compiled.
  if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= directory;
  const { main } = await import('../cli/main.ts');
  process.exitCode = await main({ argv: process.argv.slice(2), env: process.env });
}

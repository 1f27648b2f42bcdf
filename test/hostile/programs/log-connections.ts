import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { connectLog } from '../connect-log.ts';

/** Loaded into another program (`--import`): leaves a list of all connections it opened. */
const folder = process.env['CONNECTIONS_FOLDER'];
const log = connectLog();
process.on('exit', () => {
  if (folder) writeFileSync(join(folder, `${process.pid}-${threadId}.json`), JSON.stringify(log.calls()));
});

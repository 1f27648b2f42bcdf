/** 5,000 files of 10 KiB through the whole product against curl and aria2c. Prints JSON; only the ratios mean anything. */
import { race } from './downloads/race.ts';

const TARGETS = { curl: 0.25 } as const;

const { ratios, figures } = await race({ files: 5000, sizeBytes: 10 * 1024, atOnce: 16, rounds: 5 });
const met = (ratios.curl ?? TARGETS.curl) >= TARGETS.curl;
console.log(JSON.stringify({ name: 'dl-small', ratios, targets: TARGETS, met, ...figures }, null, 2));
if (!met) process.exitCode = 1;

/**
 * 500 files of 1 MB through the whole product against curl, aria2c and Scrapy, which neither check, nor
 * sync, nor record anything. Prints JSON; only the ratios of speed mean anything.
 */
import { race } from './downloads/race.ts';

const TARGETS = { curl: 0.25, aria2c: 0.9, scrapy: 2 } as const;

const { ratios, figures } = await race({ files: 500, sizeBytes: 1_000_000, atOnce: 16, rounds: 5 });
const met = Object.entries(TARGETS).every(([name, target]) => (ratios[name as 'curl'] ?? target) >= target);
console.log(JSON.stringify({ name: 'dl-large', ratios, targets: TARGETS, met, ...figures }, null, 2));
if (!met) process.exitCode = 1;

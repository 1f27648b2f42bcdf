/** 5,000 files of 10 KiB through the whole product against curl, aria2c and Scrapy. Prints JSON; only the ratios mean anything. */
import { race } from './downloads/race.ts';

const TARGETS = { curl: 0.25, scrapy: 1.5 } as const;

const { ratios, figures } = await race({ files: 5000, sizeBytes: 10 * 1024, atOnce: 16, rounds: 5 });
const met = Object.entries(TARGETS).every(([name, target]) => (ratios[name as 'curl'] ?? target) >= target);
console.log(JSON.stringify({ name: 'dl-small', ratios, targets: TARGETS, met, ...figures }, null, 2));
if (!met) process.exitCode = 1;

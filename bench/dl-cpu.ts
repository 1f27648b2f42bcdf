/** Processor seconds of the whole product for a gigabyte in files of 1 MB, all threads counted, start-up included. */
import { race } from './downloads/race.ts';

const TARGET = 8;

const { cpuSecondsPerGb, figures } = await race({ files: 500, sizeBytes: 1_000_000, atOnce: 16, rounds: 5 });
const met = cpuSecondsPerGb <= TARGET;
const result = { name: 'dl-cpu', cpu_s_per_gb: cpuSecondsPerGb, target: TARGET, met, figures };
console.log(JSON.stringify(result, null, 2));
if (!met) process.exitCode = 1;

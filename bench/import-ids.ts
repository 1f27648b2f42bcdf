/**
 * What importing a long list costs: time, memory at its height, and what was counted. The list is written first, with one
 * duplicate in ten and one bad line in a thousand; only then is it read, as `queue import` reads it.
 * `node bench/import-ids.ts [COUNT] [FORMAT] [FOLDER]` prints JSON; formats: ids, jsonl, csv, bibtex, ris, csl-json.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openOrMakeQueue } from '../src/app/open-catalog.ts';
import { systemPlatform } from '../src/app/platform.ts';
import { queueFile } from '../src/app/queue-works.ts';
import { parseConfig } from '../src/config/load.ts';

const [count = '1000000', format = 'ids', folder = tmpdir()] = process.argv.slice(2);

const RECORDS: Readonly<Record<string, (doi: string, at: number) => string>> = {
  ids: (doi) => `${doi}\n`,
  jsonl: (doi, at) => `${JSON.stringify({ doi, title: `Title ${at}`, year: 2000 + (at % 26) })}\n`,
  csv: (doi, at) => `${doi},"Title, number ${at}",${2000 + (at % 26)}\n`,
  bibtex: (doi, at) =>
    `@article{k${at},\n  title = {Title {N}umber ${at}},\n  year = 2020,\n  doi = {${doi}}\n}\n`,
  ris: (doi, at) => `TY  - JOUR\nTI  - Title ${at}\nPY  - 2020\nDO  - ${doi}\nER  - \n`,
  'csl-json': (doi, at) => `${JSON.stringify({ DOI: doi, title: `Title ${at}` })},\n`,
};

function* lines(): Iterable<string> {
  const record = RECORDS[format] ?? RECORDS['ids'];
  if (format === 'csv') yield 'doi,title,year\n';
  for (let at = 0; at < Number(count); at++) {
    const isTwin = at % 10 === 9;
    const doi =
      at % 1000 === 5 ? 'no identifier' : `10.${1000 + (at % 5000)}/j.example.${isTwin ? at - 9 : at}`;
    yield record?.(isTwin ? doi.replace(/^10\.\d+/, `10.${1000 + ((at - 9) % 5000)}`) : doi, at) ?? '';
  }
}

const dir = await mkdtemp(join(folder, 'import-ids-'));
try {
  const file = join(dir, 'list');
  await pipeline(Readable.from(lines()), createWriteStream(file));
  const rssBeforeMb = process.memoryUsage().rss / 2 ** 20;
  const loaded = parseConfig({ given: { origin: 'bench', values: { out: dir } } });
  const platform = systemPlatform();
  await using ledger = await openOrMakeQueue(loaded.config, undefined, platform);
  const cpu = process.cpuUsage();
  const start = performance.now();
  const request = { loaded, ledger, platform, emit: () => {}, urgent: false };
  const counted = await queueFile({ name: file, format }, request);
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    JSON.stringify({
      format,
      count: Number(count),
      ...counted,
      seconds: Math.round((performance.now() - start) / 100) / 10,
      cpuSeconds: Math.round((user + system) / 100_000) / 10,
      rssBeforeMb: Math.round(rssBeforeMb),
      peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  );
} finally {
  await rm(dir, { recursive: true, force: true });
}

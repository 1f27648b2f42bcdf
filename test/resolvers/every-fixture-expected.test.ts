import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listShared, sharedIsAbsent } from '../support/shared-data.ts';

/** Where the expectations of each provider's recorded answers are written down, by hand, file by file. */
const WRITTEN_IN: Readonly<Record<string, readonly string[]>> = {
  arxiv: ['resolvers/arxiv', 'resolvers/landing'],
  base: ['resolvers/base'],
  biorxiv: ['resolvers/biorxiv'],
  core: ['resolvers/core'],
  crossref: ['resolvers/crossref'],
  doaj: ['resolvers/doaj'],
  doi: ['resolvers/doi-redirect'],
  download: ['download/sniff'],
  europepmc: ['resolvers/europe-pmc'],
  fatcat: ['resolvers/wayback'],
  figshare: ['resolvers/figshare'],
  landing: ['resolvers/landing'],
  openaire: ['resolvers/openaire'],
  openalex: ['resolvers/openalex'],
  osf: ['resolvers/osf'],
  pmc: ['resolvers/pmc'],
  semanticscholar: ['resolvers/semantic-scholar'],
  unpaywall: ['resolvers/unpaywall'],
  wayback: ['resolvers/wayback'],
  zenodo: ['resolvers/zenodo'],
};

const providers = listShared('fixtures').filter((name) => !name.includes('.'));

test.skipIf(sharedIsAbsent)('every provider with recorded answers has a place for expectations', () => {
  expect(providers).toEqual(Object.keys(WRITTEN_IN));
});

test.skipIf(sharedIsAbsent).each(providers)('every recorded answer of %s is expected by name', (provider) => {
  const tests = (WRITTEN_IN[provider] ?? []).map((name) => `test/${name}.test.ts`);
  expect(tests.filter((file) => !existsSync(file))).toEqual([]);
  const text = tests.map((file) => readFileSync(file, 'utf8')).join('\n');
  const names = listShared(`fixtures/${provider}`).map((file) => file.replace(/\.json$/, ''));
  expect(names.length).toBeGreaterThan(0);
  const isNamed = (name: string) => new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`).test(text);
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
});

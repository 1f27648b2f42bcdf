import { RESOLVERS } from '../../../src/resolvers/index.ts';
import type { Resolver } from '../../../src/resolvers/resolver.ts';
import { resolve, scriptedAsker } from '../../support/scripted-asker.ts';
import { type Fixture, listShared, readFixture, sharedIsAbsent } from '../../support/shared-data.ts';
import { workBy } from '../../support/work-by.ts';
import type { FuzzedReader } from '../reader.ts';
import { ODD } from './odd.ts';

const WORKS = [
  workBy('10.1101/2020.01.01.900001', { title: 'A paper about papers', year: 2020, authors: ['Doe, J'] }),
  workBy('arXiv:2104.12255'),
  workBy('PMC123456'),
  workBy('pmid:12345'),
  workBy('https://a.org/b'),
  workBy('10.5281/zenodo.1234'),
  workBy('10.6084/m9.figshare.1234'),
  workBy('10.31219/osf.io/abcde'),
];

/** Keys and values as the sources use them, and what they never send. */
const JSON_PIECES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\"',
  '\\ud800',
  'null',
  'true',
  '-1',
  '1e999',
  '123456789012345678901234567890',
  '"a"',
  '""',
  '[[[[',
  '{"a":',
  '{"__proto__":{"x":1}}',
  '{}',
  '[]',
  '"doi":"10.1000/a"',
  '"url":"https://a.org/b.pdf"',
  '"url":null',
  '"results":[',
  '"message":{',
  '"data":[',
  '"hits":{"hits":[',
  '"files":[',
  '"link":[{"URL":"',
  '"title":["',
  '"title":"',
  '"oa_locations":[{"url_for_pdf":"',
  '"license":"',
  '"records":[{"pmid":"',
  '"resultList":{"result":[{',
  '"response":{"docs":[',
  'https://a.org/b',
  '.pdf',
  '10.5555/1',
  '<entry>',
  '<link href="',
  '<?xml version="1.0"?>',
  '<oai>',
  '</',
  '\n',
  ' ',
];

const SHARED_FOLDERS: Readonly<Record<string, string>> = {
  europe_pmc: 'europepmc',
  semantic_scholar: 'semanticscholar',
  doi_redirect: 'doi',
};

interface Recorded {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

function recorded(resolver: string): readonly Recorded[] {
  const folder = SHARED_FOLDERS[resolver] ?? resolver;
  if (sharedIsAbsent || !listShared('fixtures').includes(folder)) return [];
  return listShared(`fixtures/${folder}`).flatMap((file) => {
    // Some files hold a list of exchanges; one alone is enough here.
    const { response } = readFixture(`${folder}/${file.replace(/\.json$/, '')}`) as Partial<Fixture>;
    if (!response) return [];
    const text = response.json === undefined ? (response.body ?? '') : JSON.stringify(response.json);
    return [{ text, headers: response.headers, status: response.status }];
  });
}

/** One part of a recorded answer replaced by the text: a value, a key, a bracket. */
function mutated(answer: string, text: string): string {
  const places = [...answer.matchAll(/"(?:[^"\\]|\\.){0,200}"|\d+|null|true|[[\]{}]/g)].slice(0, 3000);
  const place = places[(text.length * 7919) % Math.max(1, places.length)];
  if (!place) return text;
  const inserted = text.length % 3 === 0 ? text : JSON.stringify(text);
  return answer.slice(0, place.index) + inserted + answer.slice(place.index + place[0].length);
}

function answersOf(resolver: Resolver): FuzzedReader {
  const answers = recorded(resolver.name);
  const isPage = resolver.baseUrl === undefined;
  return {
    name: `answers to ${resolver.name}`,
    cap: 256 * 1024,
    tokens: [...ODD, ...JSON_PIECES],
    bound: 4_000_000,
    share: 200,
    async run(text, turn) {
      const answer = answers[text.length % Math.max(1, answers.length)];
      const body = answer && text.length % 5 !== 0 ? mutated(answer.text, text) : text;
      const headers = {
        'content-type': isPage ? 'text/html' : 'application/json',
        link: text.slice(0, 2000),
        ...answer?.headers,
      };
      const asker = scriptedAsker({ status: answer?.status ?? 200, headers, body });
      const found: unknown[] = [];
      for (const work of WORKS) {
        if (!resolver.accepts(work, ['https://a.org/b'])) continue;
        await turn();
        const { candidates, learnt, leads } = await resolve(resolver, work, {
          asker,
          mailto: 'a@b.org',
          leads: ['https://a.org/b'],
        });
        found.push(candidates.length, learnt, leads.length);
      }
      return JSON.stringify(found).length;
    },
  };
}

export const ANSWERS: readonly FuzzedReader[] = RESOLVERS.map(answersOf);

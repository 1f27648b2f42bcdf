import { notFoundPage } from '../pages.ts';
import { robotsReply } from '../publishers.ts';
import { html, json, type LabContext, type LabRequest, type Provider, type Reply } from '../reply.ts';
import type { LabWork } from '../world.ts';
import { fileReply } from './file-reply.ts';

const FIRST = 4_000_000;
const halId = ({ paper }: LabWork): string => `hal-0${FIRST + paper.index}`;

/** As its depositor typed it; the index compares letter by letter. */
const depositedDoi = ({ paper }: LabWork): string =>
  paper.index % 2 === 0 ? (paper.doi ?? '') : (paper.doi ?? '').toUpperCase();

const recordOf = (work: LabWork): Record<string, unknown> => ({
  halId_s: halId(work),
  uri_s: `https://hal.science/${halId(work)}`,
  title_s: [work.paper.title],
  producedDateY_i: work.paper.year,
  fileMain_s: `https://hal.science/${halId(work)}/document`,
  files_s: [`https://hal.science/${halId(work)}/file/main.pdf`],
  openAccess_bool: true,
  doiId_s: depositedDoi(work),
  submitType_s: 'file',
});

/** HAL: a Solr index, and documents behind a redirect to the file. */
export function hal({ world }: LabContext): Provider {
  const held = (work: LabWork | undefined): LabWork | undefined =>
    work?.setup.holdings?.deposit?.at === 'hal' ? work : undefined;

  function search({ searchParams }: URL): Reply {
    const query = searchParams.get('q') ?? '';
    const asked = [...query.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, doi = '']) =>
      doi.replace(/\\(.)/g, '$1'),
    );
    const work = held(world.work('doi', asked[0] ?? ''));
    const docs =
      work && query.startsWith('doiId_s:') && asked.includes(depositedDoi(work)) ? [recordOf(work)] : [];
    return json(200, {
      response: { numFound: docs.length, start: 0, maxScore: 1, numFoundExact: true, docs },
    });
  }

  return {
    hosts: ['api.archives-ouvertes.fr', 'hal.science'],
    answer({ host, url }: LabRequest): Reply {
      if (url.pathname === '/robots.txt') return robotsReply({ robots: { kind: 'allow' } });
      if (host === 'api.archives-ouvertes.fr') return search(url);
      const [, number, rest] = /^\/hal-0(\d+)\/(document|file\/main\.pdf)$/.exec(url.pathname) ?? [];
      const work = held(world.works[Number(number) - FIRST]);
      const copy = work?.setup.holdings?.deposit?.copy;
      if (!work || !copy) return html(404, notFoundPage());
      if (rest !== 'document') return fileReply(world, work, copy);
      return html(302, '', { location: `https://hal.science/${halId(work)}/file/main.pdf` });
    },
  };
}

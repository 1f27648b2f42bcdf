import type { HeldFile } from '../core/progress.ts';
import type { Work } from '../core/work.ts';
import { isDoubtful } from './rank-held.ts';

/** As many authors as are looked for. */
const AUTHORS = 8;

/** What files are held against, as one text: it changes when a source tells more of the work. */
export const knownAs = ({ title, authors, year, doi, arxiv }: Work): string =>
  JSON.stringify([title, authors?.slice(0, AUTHORS), year, doi, arxiv]);

/** Whether more is known of the work than when the file was examined, and the file is in doubt. */
export const isOutdated = (file: HeldFile, work: Work): boolean =>
  isDoubtful(file) && file.knownAs !== knownAs(work);

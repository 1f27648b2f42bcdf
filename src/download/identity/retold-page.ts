import { squashed } from '../../core/squash.ts';
import type { PageFacts } from '../read-page.ts';

/** What calls itself so tells of works of others. */
const TELLS_OF_WORKS =
  /(?<!\p{L})(?:digests?|blogs?|news(?:letter|room)?|round-?ups?|summar(?:y|ies|ised|ized)|highlights|spotlight|journal club|press releases?|podcasts?|explained|explainer|in brief|paper of the (?:week|month)|reading (?:list|group)|commentar(?:y|ies)|reviews? of)(?!\p{L})/iu;

/** The page's own names say that it tells of works. */
export function tellsOfWorks({ heading, title }: PageFacts, wanted: string): boolean {
  const isOwn = (text: string): boolean => wanted !== '' && squashed(text).includes(squashed(wanted));
  const own = [heading, title].filter((text) => !isOwn(text));
  return own.some((text) => TELLS_OF_WORKS.test(text));
}

/** As press offices and blogs head what they tell of works. */
const OF_PRESS =
  /(?<!\p{L})(?:press (?:office|release|contact)|media (?:contact|relations|release|enquiries|inquiries)|news ?room|news release|for immediate release|embargo(?:ed)? until|pressestelle|pressemitteilung|medienmitteilung|communiqué de presse|contact presse|nota de prensa|comunicado de prensa|comunicato stampa|assessoria de imprensa|пресс-служба|пресс-релиз|新闻稿|プレスリリース|보도자료)(?!\p{L})/iu;
const FRONT_LINES = 12;
const MAX_FRONT_LINE = 200;

/** Whether somebody else tells of the work: by its title with other words before it, by its first lines, by what it calls original. */
export function isRetold({ identity: { titles, front, originals } }: PageFacts, wanted: string): boolean {
  const before = titles.map((text) => {
    const at = text.toLowerCase().indexOf(wanted.toLowerCase());
    return at < 0 ? text : text.slice(0, at);
  });
  const lines = front.split('\n').slice(0, FRONT_LINES);
  return (
    originals.length > 0 ||
    before.some((text) => TELLS_OF_WORKS.test(text)) ||
    lines.some((line) => line.length <= MAX_FRONT_LINE && OF_PRESS.test(line))
  );
}

import type { MadePage } from './made-page.ts';
import { acsPages } from './platforms/acs.ts';
import { aggregatorPages } from './platforms/aggregators.ts';
import { challengePages } from './platforms/challenges.ts';
import { elifePages } from './platforms/elife.ts';
import { elsevierPages } from './platforms/elsevier.ts';
import { europePmcPages } from './platforms/europe-pmc.ts';
import { filePages } from './platforms/files.ts';
import { frontiersPages } from './platforms/frontiers.ts';
import { handMadePages } from './platforms/hand-made.ts';
import { journalSystemPages } from './platforms/journal-systems.ts';
import { loginPages } from './platforms/logins.ts';
import { mdpiPages } from './platforms/mdpi.ts';
import { notFoundPages } from './platforms/not-found.ts';
import { openAccessPages } from './platforms/open-access.ts';
import { plosPages } from './platforms/plos.ts';
import { pmcPages } from './platforms/pmc.ts';
import { regionalPages } from './platforms/regional.ts';
import { repositoryPages } from './platforms/repositories.ts';
import { sagePages } from './platforms/sage.ts';
import { silverchairPages } from './platforms/silverchair.ts';
import { sitePages } from './platforms/site-pages.ts';
import { societyPages } from './platforms/society.ts';
import { springerNaturePages } from './platforms/springer-nature.ts';
import { tandfPages } from './platforms/tandf.ts';
import { webWritingPages } from './platforms/web-writing.ts';
import { wileyPages } from './platforms/wiley.ts';

export type { MadePage } from './made-page.ts';

const build = (): MadePage[] =>
  [
    plosPages,
    elifePages,
    mdpiPages,
    frontiersPages,
    pmcPages,
    europePmcPages,
    springerNaturePages,
    wileyPages,
    sagePages,
    tandfPages,
    acsPages,
    elsevierPages,
    silverchairPages,
    societyPages,
    openAccessPages,
    regionalPages,
    journalSystemPages,
    handMadePages,
    repositoryPages,
    filePages,
    aggregatorPages,
    sitePages,
    webWritingPages,
    challengePages,
    loginPages,
    notFoundPages,
  ]
    .flatMap((pages) => pages())
    .map(asInCatalog);

/** Catalogs and pages rarely agree to the letter: case, a closing stop, a dropped subtitle mark. */
const IN_CATALOG: Readonly<Record<string, (title: string) => string>> = {
  'jmir-article': (title) => title.replaceAll(/(?<= )[a-z]/g, (letter) => letter.toUpperCase()),
  'scielo-spanish': (title) => `${title}.`,
  'rsc-html': (title) => title.toUpperCase(),
  'cambridge-oa-essay': (title) => title.replace(': ', ' '),
  'wiley-oa': (title) => title.replaceAll(' ', '  '),
};

const asInCatalog = (page: MadePage): MadePage => {
  const change = IN_CATALOG[page.name];
  return change ? { ...page, work: { ...page.work, title: change(page.work.title) } } : page;
};

let built: readonly MadePage[] | undefined;

/** Built at the first look: no page is made for a test that does not read the set. */
export const MADE_PAGES: readonly MadePage[] = new Proxy([] as MadePage[], {
  get(_target, key) {
    built ??= build();
    const value: unknown = Reflect.get(built, key);
    return typeof value === 'function' ? value.bind(built) : value;
  },
  has(_target, key) {
    built ??= build();
    return Reflect.has(built, key);
  },
});

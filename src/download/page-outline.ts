import { countWords } from './count-words.ts';

/** How a page is built: what tells an article from a page about one. */
export interface Outline {
  /** Words in paragraphs, without menus, abstract and references. */
  readonly proseWords: number;
  /** Headings with prose of their own under them, abstract and references left out. */
  readonly sections: number;
  readonly hasReferences: boolean;
}

const MIN_SECTION_WORDS = 50;
const MIN_REFERENCES = 5;

const ABSTRACT_HEADING =
  /^\W*(?:abstract|summary|zusammenfassung|r[ée]sum[ée]|resumen|resumo|riassunto|аннотация|摘要|要旨)/i;
const REFERENCE_HEADING =
  /^[\d\W]*(?:references?|bibliography|works cited|literature cited|literatur|(?:end)?notes|r[ée]f[ée]rences|bibliographie|referencias|bibliografia|список литературы|参考文献)/i;

function kindOfSection(title: string): 'abstract' | 'references' | 'body' {
  if (ABSTRACT_HEADING.test(title)) return 'abstract';
  return REFERENCE_HEADING.test(title) ? 'references' : 'body';
}

/** Sorts the prose of a page into sections by its headings. */
export function pageOutline() {
  let section: 'front' | ReturnType<typeof kindOfSection> = 'front';
  let sectionWords = 0;
  let proseWords = 0;
  let sections = 0;
  let references = 0;
  let hasReferenceHeading = false;

  const endSection = () => {
    if (section === 'body' && sectionWords >= MIN_SECTION_WORDS) sections++;
    sectionWords = 0;
  };

  return {
    startSection(title: string) {
      endSection();
      section = kindOfSection(title);
      hasReferenceHeading ||= section === 'references';
    },
    addProse(text: string) {
      if (section === 'abstract' || section === 'references') return;
      const words = countWords(text);
      proseWords += words;
      sectionWords += words;
    },
    addItem(isReference: boolean) {
      if (isReference || section === 'references') references++;
    },
    end(): Outline {
      endSection();
      return { proseWords, sections, hasReferences: hasReferenceHeading || references >= MIN_REFERENCES };
    },
  };
}

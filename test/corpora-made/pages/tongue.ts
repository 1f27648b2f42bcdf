export type Lang = 'en' | 'zh' | 'ja' | 'es' | 'pt' | 'de' | 'fr' | 'ru' | 'ko' | 'it';

/** Section names a journal of this language prints. */
export interface Headings {
  abstract: string;
  keywords: string;
  introduction: string;
  methods: string;
  results: string;
  discussion: string;
  conclusion: string;
  acknowledgements: string;
  references: string;
  figure: string;
  table: string;
}

/** Subject matter: the words a title and its text share. */
export interface Topic {
  /** Title patterns; slots are filled from this topic. */
  titles: readonly string[];
  slots: Readonly<Record<string, readonly string[]>>;
}

export interface Tongue {
  lang: Lang;
  /** What stands between sentences. */
  gap: string;
  headings: Headings;
  topics: readonly Topic[];
  slots: Readonly<Record<string, readonly string[]>>;
  sentences: readonly string[];
  given: readonly string[];
  family: readonly string[];
  journals: readonly string[];
  places: readonly string[];
}

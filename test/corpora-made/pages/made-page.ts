/** The work a page is judged against. */
export interface WantedWork {
  title: string;
  doi?: string;
  year?: number;
  /** 'Given Family', as catalogs hold them. */
  authors: string[];
}

export interface MadePage {
  name: string;
  platform: string;
  kind: string;
  /** Final URL, after redirects. */
  url: string;
  html: string;
  headers?: Record<string, string>;
  work: WantedWork;
  /** True: this page is the whole text of `work`. */
  isFullText: boolean;
  wall?: 'challenge-page' | 'login-page' | 'soft-404' | 'preview-stub';
  /** The PDF of `work` that the page leads to; null: it leads to none; undefined: not judged. */
  pdf?: string | null;
}

import type { Archived } from './archived.ts';
import type { Copy } from './behaviour.ts';
import type { Deposit } from './deposit.ts';

/** A full-text link as a publisher deposits it with Crossref. */
export interface DepositedLink {
  readonly url: string;
  readonly contentType: string;
  readonly version: 'vor' | 'am' | 'tdm';
  readonly purpose: 'text-mining' | 'similarity-checking' | 'syndication';
}

interface DepositedLicense {
  readonly url: string;
  readonly version: 'vor' | 'am' | 'tdm' | 'unspecified';
  /** Days after publication from which on it holds; far in the future: an embargo. */
  readonly delayDays: number;
}

/** What the sources beside OpenAlex and Unpaywall have of one work; a source that is not named has at most its record. */
export interface Holdings {
  readonly crossref?: {
    readonly links: readonly DepositedLink[];
    readonly licenses: readonly DepositedLicense[];
  };
  /** Files in PMC's public bucket. `damaged`: the bytes are not those of the hash in the record. */
  readonly pmc?: {
    readonly pdf?: Copy;
    readonly xml?: Copy;
    readonly isManuscript: boolean;
    readonly damaged?: boolean;
  };
  readonly europePmc?: { readonly pdf?: Copy; readonly xml?: Copy; readonly availability: 'OA' | 'F' };
  /** `file`: what core.ac.uk hands out itself; without it programs are answered 403 there. */
  readonly core?: { readonly sourceUrls: readonly string[]; readonly file?: Copy };
  readonly doaj?: readonly { readonly url: string; readonly contentType?: string }[];
  readonly semanticScholar?: {
    readonly url: string;
    readonly status: 'GOLD' | 'HYBRID' | 'BRONZE' | 'GREEN' | 'CLOSED';
    /** The first call for this work is answered 429. */
    readonly isBusyAtFirst?: boolean;
    /** The PubMed id it names, where that is another work's. */
    readonly wrongPmid?: string;
  };
  /** A file at a publisher's text-mining service, for callers with a key. */
  readonly miningService?: Copy;
  /** The file OpenAlex sells. */
  readonly openalexContent?: Copy;
  /** What the web archive has of the work's files. */
  readonly archived?: Archived;
  /** The copy that one of the smaller sources has. */
  readonly deposit?: Deposit;
}

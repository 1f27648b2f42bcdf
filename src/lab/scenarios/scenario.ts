import type { Reason } from '../../core/errors.ts';
import type { ArtifactVersion } from '../../core/plan.ts';
import type { ArticleUrls } from '../article-urls.ts';
import type { Behaviour, Copy } from '../behaviour.ts';
import type { Dice } from '../dice.ts';
import type { Holdings } from '../holdings.ts';
import type { IdentityKind, Paper } from '../paper.ts';
import type { Site } from '../site.ts';

type OaStatus = 'gold' | 'hybrid' | 'bronze' | 'green' | 'closed';

/** A location as metadata sources tell it. */
export interface Place {
  readonly siteName: string;
  readonly hostType: 'publisher' | 'repository';
  readonly landingUrl: string;
  readonly pdfUrl: string | null;
  readonly isOa: boolean;
  readonly license: string | null;
  readonly version: ArtifactVersion;
}

/** A resolver that leads to a full text, by its name in the product's configuration. */
export interface Find {
  readonly via: string;
  readonly copy: Copy;
  /** The resolver that has to read the page which `via` names. */
  readonly through?: string;
  /** It costs money. */
  readonly isPriced?: boolean;
}

/** A resolver that leads to something that is no full text, and the honest reason for it. */
export interface DeadEnd {
  readonly via: string;
  readonly reason: Reason;
}

/** Everything the simulated web knows about one work, and what must come of it. */
export interface Setup {
  readonly oaStatus: OaStatus;
  /** `undefined`: the source has never heard of the work. */
  readonly openalex?: readonly Place[];
  readonly unpaywall?: readonly Place[];
  /** What the other indexes and archives have. */
  readonly holdings?: Holdings;
  /** Where doi.org sends a reader. */
  readonly doiTarget?: string;
  readonly pages: readonly (readonly [url: string, behaviour: Behaviour])[];
  readonly finds: readonly Find[];
  /** Strongest first: the one a failed work is named after. */
  readonly deadEnds: readonly DeadEnd[];
}

/** What a scenario may build with. */
export interface Draft {
  readonly paper: Paper;
  readonly publisher: Site;
  readonly repository: Site;
  /** The work's URLs on its publisher's and on its repository's site. */
  readonly urls: ArticleUrls;
  readonly copyUrls: ArticleUrls;
  readonly dice: Dice;
  /** Number of works in the world; papers with a higher index belong to no work. */
  readonly works: number;
}

export interface Scenario {
  readonly label: string;
  /** Share of the default mix; 0: only when named. */
  readonly weight: number;
  /** `shared` by Zipf's law; `alone`: a host of its own; `denied`: robots.txt refuses; `robots-down`: it answers 503. */
  readonly home: 'shared' | 'alone' | 'denied' | 'robots-down';
  readonly identity: IdentityKind;
  readonly build: (draft: Draft) => Setup;
}

import type { ArtifactVersion, Format } from '../core/plan.ts';
import type { ArticleStyle } from './article-styles.ts';
import type { ForeignWall } from './foreign-walls.ts';
import type { LandingShape } from './landing-shapes.ts';
import type { OtherPage } from './other-pages.ts';
import type { LandingLinks } from './pages.ts';
import type { PdfForm } from './pdf-forms.ts';

/** A full text that exists in the world: whose, in which version, as what. */
export interface Copy {
  /** Index of the paper whose text it is; beyond the works of the world: a paper of nobody. */
  readonly work: number;
  readonly version: ArtifactVersion;
  readonly format: Format;
  /** Of a PDF. */
  readonly form?: PdfForm;
  /** Of a page. */
  readonly style?: ArticleStyle;
}

/** What a URL of the simulated web does when asked. */
export type Behaviour =
  /** Hands out the text, whole; `as` says under which wrong or unusual headers. */
  | { readonly kind: 'copy'; readonly copy: Copy; readonly as?: 'gzip' | 'octet-stream' | 'text-html' }
  /** Ends too early with a Content-Length that agrees with the cut. */
  | { readonly kind: 'truncated'; readonly copy: Copy }
  /** Announces the whole length and closes the connection midway. */
  | { readonly kind: 'cut'; readonly copy: Copy }
  /** Sends a few bytes at a time, for ever. */
  | { readonly kind: 'drip'; readonly copy: Copy }
  /** Sends headers and some bytes, then nothing. */
  | { readonly kind: 'stall'; readonly copy: Copy }
  | { readonly kind: 'landing'; readonly links: LandingLinks }
  /** The article as a page that is also where the DOI leads. */
  | { readonly kind: 'article-page'; readonly links: LandingLinks; readonly style?: ArticleStyle }
  /** A long page that is no article, or not all of one. */
  | { readonly kind: 'other-page'; readonly page: OtherPage }
  /** The whole text of another article. */
  | { readonly kind: 'other-article'; readonly work: number }
  | { readonly kind: 'foreign-wall'; readonly wall: ForeignWall }
  /** A landing page in the markup of a certain system, and where it has the file. */
  | { readonly kind: 'shaped'; readonly shape: LandingShape; readonly file: string }
  /** Sends browsers on by a tag in its head. */
  | { readonly kind: 'meta-refresh'; readonly to: string }
  | { readonly kind: 'sale-only' }
  /** Answers a range with less than it announces, without a length; whole when asked for everything. */
  | { readonly kind: 'short-range'; readonly copy: Copy }
  /** An HTML page under `application/pdf`. */
  | { readonly kind: 'disguised' }
  | { readonly kind: 'empty' }
  /** "Page not found" with status 200. */
  | { readonly kind: 'soft-404' }
  | { readonly kind: 'login' }
  | { readonly kind: 'challenge'; readonly style: 'cloudflare-403' | 'cloudflare-200' | 'proof-of-work' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'busy'; readonly status: 429 | 503; readonly retryAfter: 'none' | 'seconds' | 'date' }
  /** `{lab}` in the address stands for the lab's own origin. */
  | { readonly kind: 'redirect'; readonly status: 301 | 302 | 303 | 307 | 308; readonly to: string }
  /** More bytes than the client allows, announced or not. */
  | { readonly kind: 'huge'; readonly announced: boolean }
  /** `answer` the first `times` times this URL is asked, `later` ever after. */
  | { readonly kind: 'first'; readonly times: number; readonly answer: Behaviour; readonly later: Behaviour };

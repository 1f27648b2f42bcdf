import type { Identity } from './identity.ts';
import type { ArtifactVersion, Format } from './plan.ts';

/** What bytes turn out to be, whatever their headers say (SPEC 7). */
export type Classification =
  | 'pdf'
  | 'html'
  | 'xml'
  | 'pdf_corrupt'
  | 'html_disguised'
  | 'challenge_page'
  | 'login_page'
  | 'preview_stub'
  | 'empty'
  | 'too_large'
  | 'other';

/** Bytes at rest, verified. `path` is relative to the artifact root, with forward slashes. */
export interface Artifact {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly mime: string;
  readonly format: Format;
  readonly classification: Classification;
  readonly url: string;
  readonly canonicalUrl: string;
  readonly license?: string;
  readonly version?: ArtifactVersion;
  readonly etag?: string;
  readonly lastModified?: string;
  /** Whether it is the work, as far as was looked into. */
  readonly identity?: Identity;
  readonly pageCount?: number;
}

/** What an earlier run stored for a work: enough to ask "has it changed?" instead of fetching it again. */
export interface KnownArtifact {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly mime: string;
  readonly classification: Classification;
  readonly url: string;
  readonly etag?: string;
  readonly lastModified?: string;
  readonly resolver?: string;
  readonly tier?: string;
  readonly license?: string;
  readonly version?: ArtifactVersion;
  /** What was found when it came; absent where nobody looked. */
  readonly identity?: Identity;
}

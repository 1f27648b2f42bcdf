import type { ArxivId, Doi, OpenAlexId, Pmcid, Pmid } from './identifiers.ts';
import type { ArtifactVersion, HostType } from './plan.ts';

/** `doi:…`, `openalex:W…`, `arxiv:…`, `pmcid:…`, `pmid:…` or `url:…`: the first known of them, in that order; it never changes. */
export type WorkId = string & { readonly brand: 'WorkId' };

/** A place where a source has already said the work is, so that no request is needed to know it. */
export interface KnownLocation {
  readonly pdfUrl?: string;
  readonly landingUrl?: string;
  readonly license?: string;
  readonly version?: ArtifactVersion;
  readonly hostType?: HostType;
  readonly isOpenAccess: boolean;
}

/** The identifiers a work is known by. At least one is present. */
export interface Identifiers {
  readonly doi?: Doi;
  readonly openalex?: OpenAlexId;
  readonly arxiv?: ArxivId;
  readonly pmcid?: Pmcid;
  readonly pmid?: Pmid;
  readonly url?: string;
}

/** One scholarly work to acquire. */
export interface Work extends Identifiers {
  readonly id: WorkId;
  readonly title?: string;
  readonly year?: number;
  readonly authors?: readonly string[];
  /** From an OpenAlex record the work came with. */
  readonly locations?: readonly KnownLocation[];
  /** Validators that came with the input. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** Lower runs first; the source sets it (recent years first unless told otherwise, urgent works before all). */
  readonly priority?: number;
}

/** Formats a user can ask for. */
export type Format = 'pdf' | 'xml' | 'html';
export const FORMATS = ['pdf', 'xml', 'html'] as const satisfies readonly Format[];

export type ArtifactVersion = 'published' | 'accepted' | 'submitted';
export type HostType = 'publisher' | 'repository';

/** What a resolver yields: where something may be. Never how to fetch it. */
export interface Candidate {
  readonly url: string;
  readonly expected: Format;
  readonly license?: string;
  readonly version?: ArtifactVersion;
  readonly hostType?: HostType;
  /** Sent as `Referer` only within the same origin. */
  readonly referer?: string;
  /** What the source says the bytes must hash to. */
  readonly checksum?: { readonly algorithm: 'md5' | 'sha1' | 'sha256'; readonly hex: string };
  /** What the file costs: it is asked for when nothing free has led to it, within the budget. */
  readonly priceUsd?: number;
  /** The setting of a key that its server wants and that is not set: it is told, and not asked for. */
  readonly needs?: string;
  /** In a few words: what in the source's answer led here. */
  readonly evidence?: string;
}

/** A candidate with who found it. */
export interface Plan extends Candidate {
  readonly resolver: string;
  readonly tier: string;
}

/** Whether a document is the work that was asked for, as far as can be told. */
export type IdentityVerdict = 'proven' | 'unsure' | 'wrong';

/** What was found in the document, for people who want to know why. */
export interface IdentityEvidence {
  readonly doi?: 'own' | 'printed' | 'named' | 'other';
  /** How much of the title stands where a title stands, 0 to 1. */
  readonly title?: number;
  /** Share of the known surnames that stand near the title. */
  readonly authors?: number;
  readonly year?: 'same' | 'near' | 'other';
  /** The document calls itself an erratum, a supplement, a comment: about the work, not the work. */
  readonly about?: string;
  /** Why nothing could be told. */
  readonly unknown?: string;
}

export interface Identity {
  /** 0 to 1; 0.5 where nothing is known. */
  readonly score: number;
  readonly verdict: IdentityVerdict;
  readonly evidence: IdentityEvidence;
}

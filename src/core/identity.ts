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
  /** What the document is by its shape or its words, where that is no paper: slides, an error notice, a preview. */
  readonly kind?: string;
  /** Another member of the same series: the number or year that differs. */
  readonly part?: string;
  /** Pages of the file. */
  readonly pages?: number;
  /** Why nothing could be told. */
  readonly unknown?: string;
}

export interface Identity {
  /** 0 to 1; 0.5 where nothing is known. */
  readonly score: number;
  readonly verdict: IdentityVerdict;
  readonly evidence: IdentityEvidence;
}

/** What records and the catalog say of a file that was kept. A wrong paper that `warn` keeps is `unsure` too. */
export const IDENTITY_STATES = ['proven', 'unsure', 'unchecked'] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

/** The evidence as it is recorded: it names the verdict only where the state cannot tell it. */
export type RecordedEvidence = IdentityEvidence & { readonly verdict?: 'wrong' };

/** What a record says about identity, in one shape whatever version wrote it. */
export interface RecordedIdentity {
  /** `null`: no file was kept. */
  readonly state: IdentityState | null;
  readonly score: number | null;
  readonly evidence: RecordedEvidence | null;
}

export const stateOf = (identity: Identity | undefined): IdentityState =>
  identity === undefined ? 'unchecked' : identity.verdict === 'proven' ? 'proven' : 'unsure';

export const recordedEvidence = ({ verdict, evidence }: Identity): RecordedEvidence =>
  verdict === 'wrong' ? { ...evidence, verdict } : evidence;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Records of earlier versions hold `{ score, verdict }`; `accept` is what they called `proven`. */
function saidState(identity: unknown): IdentityState | undefined {
  const said = isObject(identity) ? identity['verdict'] : identity;
  if (said === 'accept') return 'proven';
  if (said === 'wrong') return 'unsure';
  return IDENTITY_STATES.find((state) => state === said);
}

/** Reads what an outcome record says; `isKept`: its work ended with a file. */
export function readIdentity(
  record: {
    readonly identity?: unknown;
    readonly identity_score?: unknown;
    readonly extra?: Readonly<Record<string, unknown>>;
  },
  isKept: boolean,
): RecordedIdentity {
  const { identity, extra } = record;
  const score = isObject(identity) ? identity['score'] : record.identity_score;
  const evidence = extra?.['identity'];
  const told: RecordedEvidence = isObject(evidence) ? evidence : {};
  const isWrong = isObject(identity) && identity['verdict'] === 'wrong';
  return {
    state: isKept ? (saidState(identity) ?? 'unchecked') : null,
    score: typeof score === 'number' ? score : null,
    evidence: isObject(evidence) || isWrong ? { ...told, ...(isWrong && { verdict: 'wrong' }) } : null,
  };
}

/** The other way round: what was recorded of a stored file, as the file's own. */
export function identityOf({ state, score, evidence }: RecordedIdentity): Identity | undefined {
  if (state !== 'proven' && state !== 'unsure') return undefined;
  const { verdict, ...rest } = evidence ?? {};
  return { score: score ?? 0.5, verdict: verdict ?? state, evidence: rest };
}

import {
  type ArxivId,
  aliasesOf,
  arxivDoi,
  canonicalWorkId,
  type Doi,
  type Identifiers,
} from './identifiers.ts';

/**
 * What makes two works one (ADR 27): identifiers, in this order of trust. An address names a place and a title names a
 * topic; neither joins works.
 */
const TRUST = ['doi', 'openalex', 'arxiv', 'pmcid', 'pmid'] as const;
export type NameKind = (typeof TRUST)[number] | 'url';

/** An identifier that was not believed: it belongs to another work, or differs from a better known one of this work. */
export interface Conflict {
  /** The identifier that is ignored, such as `pmid:5`. */
  readonly name: string;
  /** The work that has it, or the identifier it contradicts. */
  readonly with: string;
}

export const kindOf = (name: string): NameKind => name.slice(0, name.indexOf(':')) as NameKind;

/** arXiv registers a DOI for every paper: an arXiv id without another DOI is that DOI. */
const doiOf = ({ doi, arxiv }: Identifiers): Doi | undefined => doi ?? (arxiv && arxivDoi(arxiv));

const valueOf = (ids: Identifiers, kind: (typeof TRUST)[number]): string | undefined =>
  kind === 'doi' ? doiOf(ids) : ids[kind];

/** Whether the most trusted kind of identifier that both have differs; `undefined` where they have none in common. */
function differ(one: Identifiers, other: Identifiers): boolean | undefined {
  for (const kind of TRUST) {
    const mine = valueOf(one, kind);
    const its = valueOf(other, kind);
    if (mine !== undefined && its !== undefined) return mine !== its;
  }
  return undefined;
}

const hasNoIdentifier = (ids: Identifiers): boolean =>
  TRUST.every((kind) => valueOf(ids, kind) === undefined);

/** Whether two sets of identifiers name one work: the most trusted kind that both have decides. */
export function isSameWork(one: Identifiers, other: Identifiers): boolean {
  const verdict = differ(one, other);
  if (verdict !== undefined) return !verdict;
  const isAddressOnly = hasNoIdentifier(one) && hasNoIdentifier(other);
  return isAddressOnly && aliasesOf(one)[0] === aliasesOf(other)[0];
}

/**
 * Whether two works that were found under the same name are two all the same: a more trusted identifier differs. Names
 * may have been joined by what a source said, so that the less trusted identifiers of one work may differ.
 */
export function contradicts(one: Identifiers, other: Identifiers, sharedName: string): boolean {
  const shared = kindOf(sharedName);
  if (shared === 'url') return false;
  for (const kind of TRUST) {
    if (kind === shared && kind !== 'doi') return false;
    const mine = valueOf(one, kind);
    const its = valueOf(other, kind);
    if (mine !== undefined && its !== undefined) return mine !== its;
    if (kind === shared) return false;
  }
  return false;
}

/** Whether this name says which work it is beyond doubt: contradictions do not take it away. */
export const isOwnName = (ids: Identifiers, name: string): boolean =>
  name === `doi:${doiOf(ids)}` ||
  (ids.arxiv !== undefined && doiOf(ids) === arxivDoi(ids.arxiv) && kindOf(name) === 'arxiv');

/** The identifiers behind a list of names. */
export function identifiersOfNames(names: readonly string[]): Identifiers {
  return Object.fromEntries(
    names.map((name) => [kindOf(name), name.slice(name.indexOf(':') + 1)] as const).toReversed(),
  );
}

/**
 * The identifiers without those that are not believed. An arXiv id stays: of an article it names the preprint, which is
 * another work and a place to look.
 */
export function withoutNames<T extends Identifiers>(ids: T, conflicts: readonly Conflict[]): T {
  const dropped = new Set(conflicts.map(({ name }) => name).filter((name) => kindOf(name) !== 'arxiv'));
  if (dropped.size === 0) return ids;
  const kept = Object.entries(ids).filter(([field, value]) => !dropped.has(`${field}:${String(value)}`));
  return Object.fromEntries(kept) as unknown as T;
}

/**
 * A work of its own, without the identifiers that are not believed and under the name that is left. Where none is left it
 * stays as it was given: all that can be said of it is that it is not the others.
 */
export function standingAlone<
  T extends Identifiers & { readonly id: string; readonly conflicts?: readonly Conflict[] },
>(work: T, found: readonly Conflict[]): T & { readonly conflicts?: readonly Conflict[] } {
  if (found.length === 0) return work;
  const own = withoutNames(work, found);
  const conflicts = joinConflicts(work.conflicts, found);
  if (hasNoIdentifier(own)) return { ...work, conflicts };
  const isNamed = conflicts.some(({ name }) => name === work.id && !isOwnName(work, name));
  return { ...own, ...(isNamed && { id: canonicalWorkId(own) }), conflicts };
}

/**
 * The work by the identifiers that are left without those it shares with another, which it is not; by its address where
 * none is. Nothing where it has no other.
 */
export function apartFrom<T extends Identifiers & { readonly id: string }>(
  work: T,
  conflicts: readonly Conflict[],
): T | undefined {
  const shared = new Set(conflicts.map(({ name }) => name));
  const isShared = (kind: NameKind): boolean =>
    aliasesOf({ [kind]: work[kind] }).some((name) => shared.has(name));
  const dropped = new Set<string>([...TRUST, 'url' as const].filter(isShared));
  const own = Object.fromEntries(
    Object.entries(work).filter(([field]) => !dropped.has(field)),
  ) as unknown as T;
  return aliasesOf(own).length === 0 ? undefined : { ...own, id: canonicalWorkId(own) };
}

/** Where news about a work contradict what is known of it. What is known stays. */
export function contradictionsIn(known: Identifiers, news: Identifiers): readonly Conflict[] {
  return TRUST.flatMap((kind) => {
    const mine = valueOf(known, kind);
    const its = news[kind];
    if (mine === undefined || its === undefined || sameValue(kind, mine, its)) return [];
    return [{ name: `${kind}:${its}`, with: `${kind}:${mine}` }];
  });
}

const sameValue = (kind: NameKind, one: string, other: string): boolean =>
  kind === 'arxiv' ? arxivDoi(one as ArxivId) === arxivDoi(other as ArxivId) : one === other;

/** Both lists, each ignored identifier once. */
export const joinConflicts = (
  one: readonly Conflict[] = [],
  other: readonly Conflict[] = [],
): readonly Conflict[] => [
  ...new Map([...one, ...other].map((conflict) => [conflict.name, conflict])).values(),
];

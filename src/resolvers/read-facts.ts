import { type Identifiers, parseArxiv, parseDoi, parsePmcid, parsePmid } from '../core/identifiers.ts';
import type { Learnt } from '../core/work.ts';

type Said = string | undefined;

/** A few works have hundreds of authors: identity needs no more than these. */
const MAX_AUTHORS = 50;

/** Identifiers as a record spells them, PMID and PMCID also as bare numbers; what cannot be read is left out. */
export function readIds(said: {
  readonly doi?: Said;
  readonly arxiv?: Said;
  readonly pmcid?: Said;
  readonly pmid?: Said;
}): Identifiers {
  const doi = parseDoi(said.doi ?? '');
  const arxiv = parseArxiv(said.arxiv ?? '');
  const pmcid = parsePmcid(said.pmcid?.replace(/^(?=\d)/, 'PMC') ?? '');
  const pmid = parsePmid(said.pmid?.replace(/^(?=\d)/, 'pmid:') ?? '');
  return { ...(doi && { doi }), ...(arxiv && { arxiv }), ...(pmcid && { pmcid }), ...(pmid && { pmid }) };
}

/** What a record says of the work itself, for the check of identity and for names of files. */
export function readFacts(said: {
  readonly ids?: Identifiers;
  readonly title?: Said;
  readonly year?: number | undefined;
  readonly authors: readonly Said[];
}): Learnt {
  const authors = said.authors.filter((name) => name !== undefined && name !== '').slice(0, MAX_AUTHORS);
  return {
    ...said.ids,
    ...(said.title !== undefined && { title: said.title }),
    ...(said.year !== undefined && { year: said.year }),
    ...(authors.length > 0 && { authors: authors as readonly string[] }),
  };
}

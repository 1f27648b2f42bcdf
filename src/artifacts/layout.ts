import { createHash } from 'node:crypto';
import { LATIN_LETTERS } from '../core/latin-letters.ts';
import type { Format } from '../core/plan.ts';
import type { Work } from '../core/work.ts';

/** Longest relative path, with room for the `.html.txt` that may lie beside a page. */
const MAX_PATH_BYTES = 150;
const LONGEST_SUFFIX = '.html.txt';
const LONGEST_FOLDER = 'HTML/';
const MAX_STEM = MAX_PATH_BYTES - LONGEST_SUFFIX.length - LONGEST_FOLDER.length;
const MAX_PART = 80;
const SHORT_HASH = 8;
const LONG_HASH = 16;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłħı]/g, (letter) => LATIN_LETTERS[letter] ?? '');

const cut = (text: string, length: number): string => text.slice(0, length).replace(/[._-]+$/, '');

function titleSlug(title: string | undefined, maxLength: number): string {
  const text = (title ?? '').slice(0, 1000).replace(/<\/?[a-z][^<>]{0,100}>/gi, ' ');
  const slug = plain(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '');
  return cut(slug, maxLength) || 'untitled';
}

const hashOf = (id: string, length: number): string =>
  createHash('sha256')
    // UTF-8 has no lone surrogates: unescaped, all of them would hash alike.
    .update(id.isWellFormed() ? id : JSON.stringify(id))
    .digest('hex')
    .slice(0, length);

/** The id a reduced one without a hash stands for: the scheme ends at the first `_`, a DOI prefix at the second. */
const restored = (reduced: string): string => reduced.replace('_', ':').replace('_', '/');

/**
 * A work id as part of a file name: `doi:10.1000/xyz` becomes `doi_10.1000_xyz`. Two ids never share one:
 * - an id that can be read back from its reduced form goes without a hash, and such forms hold no `__`;
 * - any other (case folded, characters dropped, a third `/`) gets `__` and 8 hex digits of its SHA-256;
 * - one cut for length gets 16: thousands of long URLs of one site may share all that is kept of them.
 */
export function safeId(id: string): string {
  const reduced = plain(id)
    .replace(/[^a-z0-9.-]+/g, '_')
    .replace(/^[._-]+/, '');
  if (reduced !== '' && reduced.length <= MAX_PART && restored(reduced) === id) return reduced;
  const room = MAX_PART - 2 - LONG_HASH;
  const isCut = reduced.length > room;
  return `${cut(reduced, room) || 'id'}__${hashOf(id, isCut ? LONG_HASH : SHORT_HASH)}`;
}

const isYear = (year: number | undefined): year is number =>
  year !== undefined && Number.isInteger(year) && year > 0 && year <= 9999;

/**
 * Where an artifact lies below the root: `PDF/2021__a-title__doi_10.1000_xyz.pdf`. The one way from names given by
 * others to a path: only `[a-z0-9._-]` passes, so that it is legal on every file system (the leading year also keeps
 * Windows' device names out), differs for different works, and is the same on every run.
 */
export const artifactName = (work: Named, format: Format): string =>
  `${format.toUpperCase()}/${stemOf(work, MAX_STEM)}.${format}`;

type Named = Pick<Work, 'id' | 'title' | 'year'>;

function stemOf(work: Named, maxBytes: number): string {
  const year = isYear(work.year) ? String(work.year) : 'noyear';
  const id = safeId(work.id);
  const room = Math.min(MAX_PART, maxBytes - year.length - id.length - '____'.length);
  return `${year}__${titleSlug(work.title, room)}__${id}`;
}

/**
 * Where a file lies that came for a work and is another paper. A work may get several: their hash tells them apart, and
 * the same bytes met again have the same name.
 */
export function quarantineName(work: Named, format: Format, sha256: string): string {
  const hash = sha256.slice(0, SHORT_HASH);
  const taken = `quarantine/__${hash}.${format}`.length;
  return `quarantine/${stemOf(work, MAX_PATH_BYTES - taken)}__${hash}.${format}`;
}

/** Where bytes rest once, under what they are: `cas/sha256/ab/cd/<sha256>`. */
export const addressOf = (sha256: string): string =>
  `cas/sha256/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

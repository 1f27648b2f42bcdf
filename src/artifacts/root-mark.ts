import { basename, dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../core/errors.ts';
import type { Files } from '../core/files.ts';
import { writeAtomically } from '../platform/atomic-file.ts';
import { hasNoLinks } from './share-bytes.ts';
import { errnoOf } from './storage-failure.ts';

/** At the top of an artifact root that does not lie beside its ledger: whose it is. */
const ROOT_MARK = '.contentdownload.json';

/** A ledger that wants to keep files below a root; paths are real ones. */
export interface RootClaim {
  readonly root: string;
  readonly database: string;
  /** `undefined`: it has none yet. */
  readonly ledgerId: string | undefined;
  /** The id of the ledger in another file. */
  readonly idAt: (database: string) => string | undefined;
  /** Whether a row of this ledger names the path below the root. */
  readonly isNamed: (path: string) => boolean;
}

interface Mark {
  readonly ledger: string;
  readonly root: string;
  /** From the root: where the ledger lay when it was last seen. */
  readonly database: string;
}

const isMark = (value: unknown): value is Mark => {
  const { ledger, root, database } = (value ?? {}) as Partial<Record<keyof Mark, unknown>>;
  return [ledger, root, database].every((field) => typeof field === 'string');
};

/** `null`: it is there and says nothing; whoever comes next may have the root. */
async function readMark(files: Files, root: string): Promise<Mark | null | undefined> {
  if ((await files.stat(join(root, ROOT_MARK)))?.kind !== 'file') return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(await files.read(join(root, ROOT_MARK))).toString('utf8'));
    return isMark(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const handOver = (root: string): string =>
  `to hand it over to this ledger, empty the file ${join(root, ROOT_MARK)}`;

const refusal = (root: string, problem: string): UserError =>
  new UserError(
    `artifacts.root ${root} ${problem}: files of two ledgers in one folder would be replaced and removed by each other. ` +
      `Give this one a root of its own; ${handOver(root)}`,
    3,
  );

/** The mark is of this ledger, of one that lay in its place, or of one that moved together with the root. */
function refuseForeign(mark: Mark, { root, database, ledgerId, idAt }: RootClaim): void {
  const marked = resolve(root, mark.database);
  const isHere = marked === database;
  if (isHere) return;
  if (mark.ledger !== ledgerId) throw refusal(root, `belongs to the ledger ${marked}`);
  if (mark.root === root && idAt(marked) === ledgerId)
    throw refusal(root, `belongs to the ledger ${marked}, of which ${database} is a copy`);
}

/** Files below the root that no row of the ledger names; temporary ones and extracted texts aside. */
async function strangersIn(files: Files, { root, isNamed }: RootClaim, folder = ''): Promise<number> {
  let strangers = 0;
  for (const name of await files.list(join(root, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const kind = (await files.stat(join(root, path)))?.kind;
    if (kind === 'folder' && path !== 'cas' && path !== 'quarantine')
      strangers += await strangersIn(files, { root, isNamed } as RootClaim, path);
    const isOurs = name.startsWith('.') || isNamed(path) || isNamed(path.replace(/[.]txt$/, ''));
    if (kind === 'file' && !isOurs) strangers += 1;
  }
  return strangers;
}

/** The ledger that has this root unless it is told otherwise. */
const ownerByPlace = (root: string): string | undefined =>
  basename(root) === 'artifacts' ? join(dirname(root), 'manifest.sqlite3') : undefined;

/** A root without a mark is that of the ledger beside it, a new one, or one of earlier versions with files of this ledger only. */
async function refuseUnproven(files: Files, claim: RootClaim): Promise<void> {
  const { root, database } = claim;
  const owner = ownerByPlace(root);
  if (owner === database || (await files.stat(root))?.kind !== 'folder') return;
  if (owner !== undefined && (await files.stat(owner))) throw refusal(root, `belongs to the ledger ${owner}`);
  const strangers = await strangersIn(files, claim);
  if (strangers === 0) return;
  throw refusal(root, `holds ${strangers} files that no row of ${database} names, maybe of another ledger`);
}

/** Throws `UserError` when the root is marked as another ledger's. */
export async function refuseForeignRoot(files: Files, claim: RootClaim): Promise<void> {
  const mark = await readMark(files, claim.root);
  if (mark) refuseForeign(mark, claim);
}

/** The same, also when there is no mark and some of the files may be those of another ledger. */
export async function refuseUnprovenRoot(files: Files, claim: RootClaim): Promise<void> {
  await refuseForeignRoot(files, claim);
  if ((await readMark(files, claim.root)) === undefined) await refuseUnproven(files, claim);
}

/** Two new ledgers may come at once: the name is given to one of them. */
async function placeMark(files: Files, path: string, bytes: Uint8Array): Promise<void> {
  const mine = `${path}.${process.pid}`;
  await writeAtomically(files, mine, bytes);
  try {
    await files.link(mine, path);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST' && !hasNoLinks(error)) throw error;
    if (hasNoLinks(error)) await files.rename(mine, path);
  }
  await files.remove(mine);
}

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(errnoOf(error) ?? '');

/** Makes the root this ledger's, or throws `UserError`. For the holder of the run lock. */
export async function claimRoot(files: Files, claim: RootClaim): Promise<void> {
  const { root, database, ledgerId } = claim;
  if (ledgerId === undefined) return;
  const wanted: Mark = { ledger: ledgerId, root, database: relative(root, database) || basename(database) };
  const mark = await readMark(files, root);
  if (mark && Object.entries(wanted).every(([key, value]) => mark[key as keyof Mark] === value)) return;
  await refuseUnprovenRoot(files, claim);
  // Its place says whose it is.
  if (mark === undefined && ownerByPlace(root) === database) return;
  try {
    await files.makeFolder(root);
    const bytes = Buffer.from(`${JSON.stringify(wanted)}\n`);
    const path = join(root, ROOT_MARK);
    if (mark === undefined) await placeMark(files, path, bytes);
    else await writeAtomically(files, path, bytes);
  } catch (error) {
    // A full disk pauses the run until there is room; the next start finds only files of this ledger, and marks them.
    if (!isFull(error)) throw error;
  }
  await refuseForeignRoot(files, claim);
}

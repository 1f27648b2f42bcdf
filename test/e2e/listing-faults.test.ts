import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isListingFault, LISTING_FAULTS } from '../../src/lab/listing-faults.ts';
import { startLab } from '../../src/lab/server.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type Ended, labConfig, run } from './binary.ts';
import { rows } from './results.ts';

const NAMES = Object.keys(LISTING_FAULTS).filter(isListingFault);
const QUERY = ['--query', 'publication_year:>1900'];

/** What the lab says must come of its listing. */
interface Must {
  readonly fault: string;
  readonly whole: boolean;
  readonly works: number;
  readonly problem: string | null;
}

interface Listed {
  readonly state: string;
  readonly input: { readonly works: number; readonly lines: number; readonly duplicates: number };
  readonly listing: { listed: number; of: number | null; complete: boolean; problem: string | null };
}

const configIn = (folder: string, origin: string): Promise<string> =>
  labConfig(folder, origin, {
    http: {
      connect_to: { '*': origin },
      timeout_read_s: 1,
      timeout_headers_s: 5,
      retry: { max_attempts: 2, base_delay_ms: 10, max_delay_ms: 50, jitter_ms: 5 },
      breaker: { open_s: 0.1, max_open_s: 0.2 },
    },
    resolvers: { order: ['openalex'] },
    download: { verify_identity: 'off' },
    orchestrator: { job_retry_backoff_s: 0.1, max_job_attempts: 1 },
  });

const listedIn = async (out: string): Promise<Listed> =>
  JSON.parse(await readFile(join(out, 'r', 'manifest.metrics.json'), 'utf8')) as Listed;
const firstLine = ({ stdout }: Ended): string => stdout.split('\n')[0] ?? '';
const stateOf = (out: string) => rows<{ state: string }>(out, 'SELECT state FROM runs')[0]?.state;
const worksIn = (out: string) => rows(out, 'SELECT DISTINCT doc_id FROM catalog_entries').length;

describe('a listing of the lab that goes wrong', { timeout: 120_000 }, () => {
  const met = new Set<string>();
  afterAll(() => expect([...met].sort()).toEqual([...NAMES].sort()));

  test.each(NAMES)('%s ends as the lab says it must, and is gone on with once it is mended', async (name) => {
    met.add(name);
    await using lab = await startLab({ works: 44, seed: 5, sizeScale: 0.1, faults: [name, 'pmc-oa-pdf'] });
    await using dir = await tempDir();
    const out = join(dir.path, 'out');
    const told = (await (await fetch(`${lab.origin}/__lab/world`)).json()) as { listing: Must };
    const must = told.listing;
    expect(must.fault).toBe(name);
    const ended = await run(['pull', '-c', await configIn(dir.path, lab.origin), '--run-id', 'r', ...QUERY]);
    const { state, input, listing } = await listedIn(out);
    // A list without a length that comes to its end: nobody can tell whether that was all.
    expect(listing.complete, ended.stdout).toBe(name === 'listing-count-none' ? null : must.whole);
    if (name === 'listing-count-none') expect(listing.of).toBeNull();
    if (name === 'listing-count-low') expect(listing.of).toBe(3);
    expect(input.works).toBe(must.works);
    expect(worksIn(out)).toBe(must.works);
    expect(input.lines).toBe(input.works + input.duplicates);
    expect(state).toBe(must.whole ? 'finished' : 'interrupted');
    expect(stateOf(out)).toBe(state);
    if (must.whole) {
      expect(firstLine(ended)).not.toContain('Interrupted');
      expect(listing.problem).toBeNull();
      return;
    }
    expect(ended.code).toBe(1);
    expect(listing.problem).toContain(must.problem);
    expect(firstLine(ended)).toContain(`the listing broke off, `);
    expect(firstLine(ended)).toContain(listing.problem);
    if (listing.of !== null) expect(listing.listed).toBeLessThanOrEqual(listing.of);
    const report = await run(['report', '--run', out]);
    expect(firstLine(report)).toMatch(/^# Interrupted: the listing broke off/);

    await fetch(`${lab.origin}/__lab/mend-listing`);
    const resumed = await run(['resume', '--run', out]);
    const after = await listedIn(out);
    // What a page left out, or a length that is not true, cannot be mended by going on.
    const isLasting = name === 'listing-hole' || name === 'listing-count-high';
    expect(after.listing.complete, resumed.stdout).toBe(!isLasting);
    expect(after.state).toBe(isLasting ? 'interrupted' : 'finished');
    if (isLasting) return;
    expect(after.listing).toEqual({ listed: 44, of: 44, complete: true, problem: null });
    expect(after.input.works).toBe(44);
    expect(worksIn(out)).toBe(44);
  });

  test('a listing that ended early and is gone on with is still held to its length', async () => {
    await using lab = await startLab({
      works: 44,
      seed: 5,
      sizeScale: 0.1,
      faults: ['listing-short-page', 'pmc-oa-pdf'],
    });
    await using dir = await tempDir();
    const out = join(dir.path, 'out');
    await run(['pull', '-c', await configIn(dir.path, lab.origin), '--run-id', 'r', ...QUERY]);
    const resumed = await run(['resume', '--run', out]);
    expect(resumed.code).toBe(1);
    expect(firstLine(resumed)).toContain('15 of 44 works listed: OpenAlex ended its list after 15 of 44');
    expect(stateOf(out)).toBe('interrupted');
  });
});

test('the lab takes one listing fault at a time, and names a fault it does not know', async () => {
  await expect(startLab({ faults: ['listing-hole', 'listing-500-later'] })).rejects.toThrow('one listing');
  await expect(startLab({ faults: ['listing-unknown'] })).rejects.toThrow('listing-unknown');
});

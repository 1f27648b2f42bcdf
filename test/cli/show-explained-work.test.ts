import { expect, test } from 'vitest';
import type { ExplainedWork } from '../../src/app/explain-work.ts';
import { showExplainedWork } from '../../src/cli/show-explained-work.ts';
import { capturedTerminal } from '../support/captured-terminal.ts';

const END = {
  reason: 'ok',
  meaning: 'It is so.',
  advice: 'Do this.',
  resolver: null,
  tier: null,
  url: null,
  file: '/files/a.pdf',
  sha256: 'ab',
  size_bytes: 1,
  license: null,
  version: null,
  identity_score: 0.5,
  identity_why: 'something was found',
  duration_ms: 5,
  at: '2026-01-01T00:00:00.000Z',
};

function todo(status: string, identity: string | null): readonly string[] {
  const terminal = capturedTerminal();
  const explained = {
    work_id: 'doi:10.1/a',
    names: ['doi:10.1/a'],
    conflicts: [],
    identifiers: {},
    title: null,
    year: null,
    ledger: { path: '/db', exists: true, knows_work: true },
    prospect: null,
    story: {
      job: null,
      runs: [{ run_id: 'r', steps: [], end: { ...END, status, identity } }],
      duplicates: [],
      claims: [],
    },
  } as ExplainedWork;
  showExplainedWork(terminal, explained);
  return terminal.out.filter((line) => line.startsWith('what to do'));
}

test('a file that is not the work, or not proven to be it, comes with what to do; a proven one does not', () => {
  expect(todo('quarantined', null)).toEqual(['what to do Do this.']);
  expect(todo('saved', 'unsure')).toEqual([expect.stringContaining('not proven to be this work')]);
  expect(todo('saved', 'proven')).toEqual([]);
});

import type { DashboardActions, DashboardSource } from '../../src/dashboard/source.ts';
import type { DashboardState } from '../../src/dashboard/state.ts';

export const emptyState = (fields: Partial<DashboardState> = {}): DashboardState => ({
  version: 1,
  run: { run_id: 'run-1', state: 'running', started_at: '2026-01-01T00:00:00.000Z', finished_at: null },
  seen_from: 'run',
  queue: { queued: 3, in_progress: 1, done: 2, skipped: 0, error: 1, paused: false },
  outcomes: { saved: 2, cached: 0, html_only: 0, skipped: 0, quarantined: 0, failed: 1 },
  identity: { proven: 2, unsure: 0, unchecked: 0 },
  processed: 3,
  total: 7,
  bytes_stored: 1000,
  works_per_s: 0.5,
  bytes_per_s: 10,
  left_ms: 8000,
  timeline: null,
  hosts: [],
  more_hosts: 0,
  newest: [],
  failures: [],
  warnings: [],
  ...fields,
});

/** A source that says what it is told to, and remembers what was done. */
export function scriptedSource(state: () => DashboardState = emptyState) {
  const done: string[] = [];
  let asked = 0;
  const source: DashboardSource = {
    state: async () => {
      asked++;
      return state();
    },
    search: async (text) => ({
      works: [
        { doc_id: 'doi:10.1/a', title: text, year: 2024, state: 'done', status: 'saved', reason: 'ok' },
      ],
      truncated: false,
    }),
    story: async () => undefined,
  };
  const actions: DashboardActions = {
    setPaused: async (paused) => void done.push(paused ? 'pause' : 'resume'),
    retryFailed: async () => {
      done.push('retry-failed');
      return 5;
    },
  };
  return { source, actions, done, asked: () => asked };
}

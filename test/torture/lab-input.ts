import type { Lab } from '../../src/lab/server.ts';
import type { SweepInput } from './sweep-run.ts';

const FAST = { metadata: '1000/second', landing: '1000/second', artifact: '1000/second' };

/** A configuration that sends every host to the lab, and the works of the lab that end well. */
export function labInput(lab: Lab, out: string, more: Record<string, unknown> = {}): SweepInput {
  const hosts = ['api.openalex.org', 'api.unpaywall.org', 'doi.org', 'arxiv.org', 'export.arxiv.org'];
  return {
    config: {
      out,
      mailto: 'torture@university.edu',
      http: {
        connect_to: { '*': lab.origin },
        timeout_read_s: 2,
        timeout_headers_s: 5,
        retry: { base_delay_ms: 20, max_delay_ms: 100, jitter_ms: 5 },
        breaker: { open_s: 0.2, max_open_s: 0.5 },
        cache: { enabled: false },
      },
      robots: { enabled: false },
      rate_limit: { default: FAST, policies: Object.fromEntries(hosts.map((host) => [host, FAST])) },
      orchestrator: { job_retry_backoff_s: 0.05, workers: 8 },
      download: { verify_identity: 'off' },
      // Those that the rates above make fast; the others would wait for their real ones.
      resolvers: { order: ['openalex', 'unpaywall', 'arxiv', 'doi_redirect', 'landing'] },
      ...more,
    },
    ids: lab.world.works.map(({ paper }) => paper.id),
  };
}

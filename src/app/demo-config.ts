import type { LoadedConfig } from '../config/assemble-config.ts';
import { parseConfig } from '../config/load.ts';
import { DEFAULT_POLICIES } from '../http/default-policies.ts';

/** Rates of the demo: the lab is our own machine, and a minute is all we have. */
const FAST = { metadata: '400/second', landing: '200/second', artifact: '200/second' };

/** What differs from a real run, and why; printed before the demo starts. */
export const DEMO_OVERRIDES: readonly string[] = [
  'all hosts are the lab on this machine (http.connect_to)',
  `rates of ${FAST.metadata} for metadata, ${FAST.landing} for landing pages, ${FAST.artifact} for files (default: 5, 0.5 and 1 per second)`,
  'backoffs of 50 ms instead of 750 ms, jobs tried again after 0.2 s instead of 30 s, failing hosts left alone for 0.3 to 1 s instead of 30 to 480 s, timeouts of 2 s instead of 30 and 60 s',
];

/** The configuration of the demo, as any other: defaults with a few values given. */
export function demoConfig(
  lab: { readonly origin: string; readonly maxBytes: number },
  out: string,
): LoadedConfig {
  const policies = Object.fromEntries(Object.keys(DEFAULT_POLICIES).map((host) => [host, FAST]));
  return parseConfig({
    given: {
      origin: 'demo',
      values: {
        out,
        mailto: 'demo@university.edu',
        http: {
          connect_to: { '*': lab.origin },
          timeout_read_s: 2,
          timeout_headers_s: 2,
          retry: { base_delay_ms: 50, max_delay_ms: 400, jitter_ms: 20 },
          breaker: { open_s: 0.3, max_open_s: 1 },
        },
        rate_limit: { default: FAST, policies },
        download: { max_bytes: lab.maxBytes },
        orchestrator: { job_retry_backoff_s: 0.2 },
      },
    },
  });
}

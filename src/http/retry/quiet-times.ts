import type { HostKey } from '../../core/url.ts';

interface QuietTime {
  readonly hosts: readonly HostKey[];
  readonly status: number;
  readonly ms: number;
}

/** Hosts that say "enough" without saying for how long, and what is known of them. */
const QUIET_TIMES: readonly QuietTime[] = [
  // The archive's own client waits a minute; whoever goes on is blocked.
  { hosts: ['web.archive.org', 'archive.org'], status: 429, ms: 60_000 },
  // Denied: going on "will be interpreted as an attack" (https://info.arxiv.org/help/robots.html).
  { hosts: ['export.arxiv.org', 'arxiv.org'], status: 403, ms: 3_600_000 },
];

/** How long a host is left alone after this status where it does not say so itself. */
export const quietMs = (host: HostKey, status: number): number | undefined =>
  QUIET_TIMES.find((one) => one.status === status && one.hosts.includes(host))?.ms;

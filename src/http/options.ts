import { z } from 'zod';
import { parseRate } from '../core/rate.ts';
import { SIZE, sizeInBytes } from '../core/size.ts';
import { DEFAULT_POLICIES } from './default-policies.ts';
import { siteLookup } from './site-of.ts';

const RateText = z
  .string()
  .refine((text) => parseRate(text) !== undefined, 'is not a rate such as "5/second" or "1/3second"');

/** `"5/second"`, or several rates that must all allow, with a burst and a limit on requests at one time. */
export const RateOption = z.union(
  [
    RateText,
    z.strictObject({
      rates: z.array(RateText).min(1).describe('all of these must allow a request'),
      burst: z.number().int().min(1).default(1).describe('requests that may start at once'),
      max_concurrent: z
        .number()
        .int()
        .min(1)
        .nullable()
        .default(null)
        .describe('requests in flight at one time'),
    }),
  ],
  { error: 'must be a rate such as "5/second", or { rates, burst, max_concurrent }' },
);
export type RateOption = z.output<typeof RateOption>;

const seconds = (value: number, description: string) =>
  z.number().positive().max(86_400).default(value).describe(description);
const count = (value: number, description: string) =>
  z.number().int().min(1).default(value).describe(description);
const on = (value: boolean, description: string) => z.boolean().default(value).describe(description);

/** What may stand in a request header: printable ASCII, so that no value can start a line of its own. */
const HeaderValue = z.string().regex(/^[\x20-\x7e]*$/, 'may hold only printable ASCII characters');
const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not a header name');

const Retry = z.strictObject({
  max_attempts: z
    .number()
    .int()
    .min(1)
    .max(20)
    .default(4)
    .describe('tries of one request, the first included'),
  retry_statuses: z
    .array(z.number().int().min(400).max(599))
    .default([429, 500, 502, 503, 504])
    .describe('answers that are worth another try'),
  strategy: z.enum(['exponential', 'constant']).default('exponential').describe('how the wait grows'),
  base_delay_ms: z.number().min(0).default(750).describe('first wait'),
  max_delay_ms: z.number().min(0).default(8000).describe('longest wait'),
  jitter_ms: z.number().min(0).default(100).describe('random extra wait, at most'),
  retry_after_cap_s: z
    .number()
    .min(0)
    .default(60)
    .describe('longest Retry-After that is waited for; beyond it the work is parked'),
});

const Breaker = z.strictObject({
  enabled: on(true, 'leave a host alone that keeps failing'),
  failure_threshold: count(5, 'failures within the window that open it'),
  window_s: seconds(60, 'the window'),
  open_s: seconds(30, 'how long it stays open the first time'),
  open_factor: z.number().min(1).default(2).describe('each further time is longer by this factor'),
  max_open_s: seconds(480, 'longest time it stays open'),
  half_open_trials: count(3, 'good answers that close it again'),
});

const Size = z
  .union([z.number().int(), z.string().regex(SIZE, 'is not a size such as "50MB" or "1GiB"')], {
    error: 'must be a number of bytes or a size such as "50MB"',
  })
  .transform(sizeInBytes)
  .pipe(z.number().int().min(0));

const Cache = z.strictObject({
  enabled: on(true, 'keep API answers and pages as RFC 9111 allows'),
  backend: z.enum(['memory', 'sqlite', 'redis']).default('sqlite').describe('where answers are kept'),
  path: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('file of the sqlite backend; default: beside the catalog')
    .meta({ kind: 'path' }),
  url: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('address of the redis backend')
    .meta({ kind: 'secret' }),
  max_bytes: Size.default(1_073_741_824).describe('oldest answers are dropped beyond this'),
});

/** Section `http`. */
export const HttpOptions = z.strictObject({
  user_agent: HeaderValue.min(1)
    .default('ContentDownload/{version} (+mailto:{mailto})')
    .describe('`{version}` and `{mailto}` are filled in'),
  timeout_connect_s: seconds(10, 'until the connection stands'),
  timeout_headers_s: seconds(30, 'until the headers have come'),
  timeout_read_s: seconds(60, 'idle time between bytes'),
  timeout_total_s: seconds(900, 'the whole exchange'),
  min_bytes_per_s: z
    .number()
    .min(0)
    .default(1024)
    .describe('slower on average after 30 s: given up (slow-drip servers)'),
  max_connections: count(256, 'open connections at one time'),
  allowed_ports: z
    .array(z.number().int().min(1).max(65_535))
    .default([80, 443])
    .describe('ports that may be connected to'),
  headers: z
    .record(z.string(), z.record(HeaderName, HeaderValue.meta({ kind: 'secret' })))
    .default({})
    .describe('host -> extra headers, over https; another port is named with the host: "a.org:8443"'),
  max_redirects: z.number().int().min(0).max(50).default(10).describe('hops followed'),
  verify_tls: on(true, 'refuse certificates that do not check'),
  ca_file: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('PEM file with further authorities')
    .meta({ kind: 'path' }),
  proxy: z
    .url()
    .nullable()
    .default(null)
    .describe(
      'forward proxy for every request; not set: HTTPS_PROXY, HTTP_PROXY or ALL_PROXY of the environment; null: none',
    )
    .meta({ kind: 'secret' }),
  no_proxy: z
    .array(z.string().min(1))
    .default([])
    .describe('hosts that are asked directly, with their sub-domains; not set: NO_PROXY of the environment'),
  https_only: on(true, 'http URLs are tried as https'),
  allow_http_hosts: z
    .array(z.string().min(1))
    .default([])
    .describe('hosts that may be asked over plain http'),
  allow_private_addresses: z
    .array(z.string().min(1))
    .default([])
    .describe('"127.0.0.1:8080" and the like; printed at the start of a run'),
  connect_to: z
    .record(z.string(), z.url({ protocol: /^https?$/ }))
    .default({})
    .describe('host pattern -> origin that is dialled instead, as in {"*": "http://127.0.0.1:8080"}'),
  retry: Retry.prefault({}).describe('the one retry policy'),
  breaker: Breaker.prefault({}).describe('the circuit breaker of each host'),
  cache: Cache.prefault({}).describe('the HTTP cache'),
});
export type HttpOptions = z.output<typeof HttpOptions>;

/** Section `robots`. */
export const RobotsOptions = z.strictObject({
  enabled: on(true, 'obey robots.txt for landing pages and artifacts (RFC 9309)'),
  ttl_seconds: z
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(86_400)
    .describe('how long a robots.txt is believed'),
});
export type RobotsOptions = z.output<typeof RobotsOptions>;

const TotalOption = RateOption.nullable().optional();

const EntryPolicy = z.strictObject({
  metadata: RateOption.optional().describe('API requests'),
  landing: RateOption.optional().describe('landing pages and robots.txt'),
  artifact: RateOption.optional().describe('files'),
  host: TotalOption.describe('all requests to one host together; null: not limited'),
  domain: TotalOption.describe(
    'all requests to the hosts of one registrable domain together; null: not limited',
  ),
});
export type EntryPolicy = z.output<typeof EntryPolicy>;

/** All hosts of a domain share its total: under the name of one of them nobody would find it. */
function refuseMisplaced(policies: Readonly<Record<string, EntryPolicy>>, context: z.RefinementCtx): void {
  const siteOf = siteLookup();
  for (const [entry, { domain }] of Object.entries(policies)) {
    if (domain === undefined || siteOf(entry) === entry) continue;
    const message = `is the total of ${siteOf(entry)}: write it under that name`;
    context.addIssue({ code: 'custom', path: [entry, 'domain'], message });
  }
}

/** Section `rate_limit`. */
export const RateLimitOptions = z.strictObject({
  backend: z
    .enum(['memory', 'multiprocess', 'sqlite', 'redis', 'postgres'])
    .default('memory')
    .describe(
      'who counts: this process, its parent (multiprocess; without one: itself), a file, or a service',
    ),
  url: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe(
      'address of the redis or postgres backend; file of the sqlite one (default: beside the catalog)',
    )
    .meta({ kind: 'secret' }),
  default: z
    .strictObject({
      metadata: RateOption.default('5/second').describe('API requests to hosts without a policy'),
      landing: RateOption.default('0.5/second').describe('landing pages of hosts without a policy'),
      artifact: RateOption.default('1/second').describe('files from hosts without a policy'),
      host: TotalOption.describe(
        'all requests to one host together, robots.txt included; null: not limited; left out: what its fastest role bears',
      ),
      domain: TotalOption.describe(
        'all requests to the hosts of one registrable domain together; null: not limited; left out: four times what its fastest known host bears',
      ),
    })
    .prefault({})
    .describe('role or total -> rate for every host without a policy of its own'),
  policies: z
    .record(z.string(), EntryPolicy)
    .superRefine(refuseMisplaced)
    .default(DEFAULT_POLICIES)
    .describe(
      'host or domain -> role or total -> rate; the exact host wins over its parent domains; `domain` stands under the registrable domain',
    ),
});
export type RateLimitOptions = z.output<typeof RateLimitOptions>;

/** Section `budgets`. */
export const BudgetsOptions = z.strictObject({
  openalex_usd_per_day: z
    .number()
    .min(0)
    .default(0)
    .describe('0: only the free daily allowance; the content endpoint is used only above 0'),
});
export type BudgetsOptions = z.output<typeof BudgetsOptions>;

import { readShared } from '../../support/shared-data.ts';

type Kind = 'required' | 'optimal' | 'check';

/** Name and value (a number is a date, in seconds from now), and whether the client must get it unchanged. */
type ServedHeader = readonly [name: string, value: string | number, isCompared?: boolean];
/** Present, equal to a value, or compared with one: `['Age', '>', 2]`. */
type WantedHeader =
  | string
  | readonly [string, string | number]
  | readonly [string, '>' | '=', string | number];

/** One request of a case: what is sent, what the origin answers, what is expected. */
export interface Step {
  readonly request_method?: string;
  readonly request_headers?: readonly (readonly [string, string])[];
  readonly request_body?: string;
  readonly cache?: 'no-cache';
  readonly query_arg?: string;
  readonly filename?: string;
  readonly pause_after?: boolean;
  readonly magic_locations?: boolean;
  readonly disconnect?: boolean;
  readonly response_pause?: number;
  readonly response_status?: readonly [number, string];
  readonly response_headers?: readonly ServedHeader[];
  readonly response_body?: string | null;
  readonly expected_type?: 'cached' | 'not_cached' | 'etag_validated' | 'lm_validated';
  readonly expected_status?: number | null;
  readonly expected_method?: string;
  readonly expected_request_headers?: readonly (string | readonly [string, string])[];
  readonly expected_response_headers?: readonly WantedHeader[];
  readonly expected_response_headers_missing?: readonly (string | readonly [string, string])[];
  readonly expected_response_text?: string | null;
  readonly check_body?: boolean;
}

export interface Case {
  readonly id: string;
  readonly name: string;
  readonly kind: Kind;
  readonly depends_on: readonly string[];
  readonly requests: readonly Step[];
}

interface RawCase extends Omit<Case, 'kind' | 'depends_on'> {
  readonly kind?: Kind;
  readonly depends_on?: readonly string[];
  readonly browser_skip?: boolean;
  readonly cdn_only?: boolean;
}

/** The cases that concern a private cache. */
export function readCases(): readonly Case[] {
  const suites = JSON.parse(readShared('corpora/cache-tests/cache-tests.json')) as { tests: RawCase[] }[];
  return suites
    .flatMap(({ tests }) => tests)
    .filter(({ browser_skip, cdn_only }) => !browser_skip && !cdn_only)
    .map((one) => ({ ...one, kind: one.kind ?? 'required', depends_on: one.depends_on ?? [] }));
}

import type { Clock, Instant } from '../../core/clock.ts';
import { asksToWait } from '../../core/errors.ts';
import type { HttpResponse } from '../client.ts';
import type { CacheRequest } from './cache-request.ts';
import type { CacheStore, StoredHead } from './cache-store.ts';
import { digestOf, sha256Of } from './digest.ts';
import { initialAgeMs } from './freshness.ts';
import { keptHeaders } from './kept-headers.ts';
import { rememberBody } from './remember-body.ts';
import { isSilent, isStorable, repeatsSecret } from './storable.ts';
import { chosenBy, varyNames } from './vary.ts';

/** Of one URL, for different values of `Vary`, roles and credentials. */
const MAX_VARIANTS = 16;

export interface Keeping {
  readonly store: CacheStore;
  readonly clock: Clock;
  /** How long an API's answer to a resolver is believed where it says nothing about that itself. */
  readonly unstatedMs: number;
}

/**
 * A resolver of some tier asks an API about a work. Listings of works ask for no tier and are not meant: they are made anew
 * to find new works.
 */
const isAboutWork = ({ hop }: CacheRequest): boolean => hop.role === 'metadata' && hop.tier !== undefined;

/** Good answers are shared by all spellings of a URL; a redirect may lead from one spelling to another. */
const isShared = (status: number): boolean => status === 200 || status === 203;

function headOf(request: CacheRequest, response: HttpResponse, times: { sentAt: Instant; clock: Clock }) {
  const { status, headers } = response;
  const { sentAt, clock } = times;
  const receivedAt = clock.now();
  const wall = clock.wall();
  const selection = chosenBy(request.hop, varyNames(headers) ?? []);
  const exactUrl = isShared(status) ? {} : { exactUrl: request.exactUrl };
  return {
    variant: digestOf(request.audience, exactUrl.exactUrl ?? '', ...Object.entries(selection).flat()),
    audience: request.audience,
    ...exactUrl,
    chosenBy: selection,
    status,
    headers: keptHeaders(headers, wall),
    initialAgeMs: initialAgeMs(headers, { delayMs: receivedAt - sentAt, wallMs: wall.getTime() }),
    receivedAt,
  } satisfies Omit<StoredHead, 'size' | 'sha256'>;
}

async function makeRoom(store: CacheStore, key: string, kept: string): Promise<void> {
  const others = (await store.find(key)).filter(({ variant }) => variant !== kept);
  const oldest = others.toSorted((a, b) => b.receivedAt - a.receivedAt).slice(MAX_VARIANTS - 1);
  for (const { variant } of oldest) await store.remove(key, variant);
}

/** Tells once, when nothing more will be kept of this exchange. */
type Settled = () => void;

/** Passes an answer on and keeps it if it may be kept; `settled` is called when that is decided. */
export function keepAnswer(
  request: CacheRequest,
  { response, sentAt, settled }: { response: HttpResponse; sentAt: Instant; settled: Settled },
  keeping: Keeping,
): HttpResponse {
  const { store, clock, unstatedMs } = keeping;
  const isGuessed = isAboutWork(request) && isSilent(response);
  if (asksToWait(response) || !isStorable(request, response, isGuessed)) {
    settled();
    return response;
  }
  const head = { ...headOf(request, response, { sentAt, clock }), ...(isGuessed && { unstatedMs }) };
  const announced = Number(response.headers['content-length'] ?? 0);
  const body = rememberBody(response.body, announced, async (bytes, size) => {
    if (repeatsSecret(request, bytes)) return;
    await makeRoom(store, request.key, head.variant);
    await store.put(request.key, { ...head, size, sha256: sha256Of(bytes) }, bytes);
  });
  const settling = async <T>(end: Promise<T>): Promise<T> => end.finally(settled);
  return {
    ...response,
    body: {
      read: (onChunk) => settling(body.read(onChunk)),
      discard: () => settling(body.discard()),
    },
  };
}

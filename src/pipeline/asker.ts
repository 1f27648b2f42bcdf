import type { z } from 'zod';
import { asksToWait, Failure, OutOfRoom, reasonOfAnswer } from '../core/errors.ts';
import type { AttemptNote } from '../core/manifest-record.ts';
import { isNestedBomb } from '../core/nests-deeper.ts';
import type { PageRead } from '../download/download.ts';
import type { HttpBody, HttpResponse, Send } from '../http/client.ts';
import type { Ask, Asker, TextAnswer } from '../resolvers/resolver.ts';
import type { PagesMet } from './pages-met.ts';
import type { BoundResolver } from './route.ts';

/** Landing pages are read this far; what matters stands at the top (RELIABILITY H-D4). */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
/** Full texts are longer: a page that may be one is read to its end, since it is not asked for again. */
const MAX_KEPT_PAGE_BYTES = 8 * 1024 * 1024;
const MAX_METADATA_BYTES = 32 * 1024 * 1024;

/** Types of which no text is read: the caller only wants to know that they came. */
const BINARY = /^(application\/(pdf|x-pdf|octet-stream|zip)|image\/|audio\/|video\/)/i;

/** Held in memory until it is judged. */
const MAX_KEPT_FILE_BYTES = 16 * 1024 * 1024;

const PDF = /^application\/(?:x-)?pdf\b/i;
const PAGE = /^(?:text\/html|application\/xhtml\+xml)\b/i;

export interface AskerDeps {
  readonly send: Send;
  readonly bound: BoundResolver;
  readonly tier: string;
  readonly signal: AbortSignal;
  readonly note: (attempt: AttemptNote) => void;
  /** Told of every landing page that answered, with all URLs on the way to it. */
  readonly visited: (hops: readonly string[]) => void;
  /** Pages that came already, in place of a file. */
  readonly pages?: PagesMet;
  /** Whether a landing page has been read: a redirect to it is not followed. */
  readonly isRead?: (url: string) => boolean;
  /** Given every PDF that came whole where a page was asked for. */
  readonly fileRead?: (file: PageRead) => void;
  /** Given every page that came whole; without it pages are read only as far as their links matter. */
  readonly pageRead?: (page: PageRead) => void;
}

/** The polite client as a resolver sees it. */
export function createAsker(deps: AskerDeps): Asker {
  const text = async (ask: Ask, accept: readonly number[] = []): Promise<TextAnswer> => {
    const response = await askOrKnow(ask, deps);
    if ('text' in response) return response;
    const { status, headers, url } = response;
    // A source that accepts 422 means its own use of it, not "too many requests" under that number.
    const meant = asksToWait(response) ? 429 : status;
    if ((status < 200 || status > 299) && !accept.includes(meant)) {
      await response.body.discard();
      throw refusal(response);
    }
    if (BINARY.test(headers['content-type'] ?? '')) {
      if (isPlainPage(ask)) await readFile(response, deps);
      else await response.body.discard();
      return { status, headers, url, text: '' };
    }
    return { status, headers, url, text: await readText(response, ask, deps.pageRead) };
  };
  return { text, json: (ask, schema) => askJson(text, ask, schema) };
}

/** Nothing but the address decides what comes. */
const isPlainPage = ({ role, headers, maxBytes }: Ask): boolean =>
  role === 'landing' && headers === undefined && maxBytes === undefined;

/** The answer, or what is known of the page without one. */
async function askOrKnow(ask: Ask, deps: AskerDeps): Promise<HttpResponse | TextAnswer> {
  const met = isPlainPage(ask) ? deps.pages?.at(ask.url) : undefined;
  if (met) return pageAgain(met, deps);
  const response = await deps.send(requestFor(ask, deps));
  const { url, hops } = response;
  if (ask.role === 'landing') deps.visited(hops);
  if (!response.leadsToKnown) return response;
  const known = deps.pages?.at(url);
  return known ? pageAgain(known, deps) : { status: 200, headers: {}, url, text: '' };
}

/** A page that came before, as the answer it was. */
function pageAgain(page: PageRead, { visited, pageRead }: AskerDeps): TextAnswer {
  const { status, headers, url, hops, bytes } = page;
  visited(hops);
  pageRead?.(page);
  return { status, headers, url, text: decoderFor(headers['content-type'] ?? '').decode(bytes) };
}

/** A PDF that came in place of a page is kept if it is not too long; trouble with it is met again when it is fetched. */
async function readFile({ body, ...response }: HttpResponse, { fileRead, signal }: AskerDeps): Promise<void> {
  const { headers } = response;
  const announced = Number(headers['content-length'] ?? 0);
  if (!fileRead || !PDF.test(headers['content-type'] ?? '') || announced > MAX_KEPT_FILE_BYTES)
    return body.discard();
  try {
    const { bytes, isWhole } = await readUpTo(body, MAX_KEPT_FILE_BYTES);
    if (isWhole) fileRead({ ...response, bytes });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Failure) || error instanceof OutOfRoom) throw error;
  }
}

function requestFor(ask: Ask, { bound, tier, signal, note, pages, isRead }: AskerDeps): Parameters<Send>[0] {
  const { options, resolver } = bound;
  return {
    method: 'GET',
    ...ask,
    resolver: resolver.name,
    tier,
    signal,
    note,
    ...(isPlainPage(ask) && {
      isKnown: (url) => pages?.at(url) !== undefined || isRead?.(url) === true,
    }),
    ...(options.obey_robots !== null && { obeyRobots: options.obey_robots }),
    ...(options.timeout_read_s !== null && { timeoutReadMs: options.timeout_read_s * 1000 }),
    ...(options.retry?.max_attempts !== undefined && { maxAttempts: options.retry.max_attempts }),
  };
}

function refusal(response: HttpResponse): Failure {
  const { status, url } = response;
  const text = `answered with status ${status}${response.isRateRefusal ? ': too many requests' : ''}`;
  return new Failure(reasonOfAnswer(response), text, { url, httpStatus: status });
}

async function askJson<T>(text: Asker['text'], ask: Ask, schema: z.ZodType<T>): Promise<T | undefined> {
  const answer = await text(ask, [404, 410]);
  if (answer.status === 404 || answer.status === 410) return undefined;
  if (answer.text.trim() === '')
    throw new Failure('empty-body', 'an empty answer instead of JSON', { url: answer.url });
  if (isNestedBomb(answer.text))
    throw new Failure('parse-error', 'an answer that nests without end', { url: answer.url });
  let json: unknown;
  try {
    json = JSON.parse(answer.text);
  } catch (cause) {
    throw new Failure('parse-error', 'an answer that is not JSON', { url: answer.url, cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const problem = issue ? `${issue.path.join('.')}: ${issue.message}` : 'unexpected shape';
  throw new Failure('parse-error', `JSON of an unexpected shape (${problem})`, {
    url: answer.url,
    cause: parsed.error,
  });
}

/** Pages are cut at their limit, metadata beyond it is refused: half a JSON document is none. */
async function readText(
  { body, ...response }: HttpResponse,
  { role, maxBytes }: Ask,
  pageRead: AskerDeps['pageRead'],
): Promise<string> {
  const { headers, url } = response;
  const type = headers['content-type'] ?? '';
  const isLanding = role === 'landing';
  const limit = maxBytes ?? (isLanding ? MAX_PAGE_BYTES : MAX_METADATA_BYTES);
  const keepPage = isLanding && maxBytes === undefined && PAGE.test(type) ? pageRead : undefined;
  const { bytes, isWhole } = await readUpTo(body, keepPage ? MAX_KEPT_PAGE_BYTES : limit);
  if (!isWhole && !isLanding)
    throw new Failure('too-large', `an answer of more than ${limit} bytes`, { url });
  if (isWhole) keepPage?.({ ...response, bytes });
  return decoderFor(type).decode(bytes.subarray(0, limit));
}

const FULL = Symbol('enough was read');

interface UpTo {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

async function readUpTo(body: HttpBody, limit: number): Promise<UpTo> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    await body.read((chunk) => {
      const part = chunk.subarray(0, limit - size);
      chunks.push(part.slice());
      size += part.byteLength;
      if (part.byteLength < chunk.byteLength)
        throw Object.assign(new Error('enough was read'), { [FULL]: true });
    });
    return { bytes: Buffer.concat(chunks), isWhole: true };
  } catch (error) {
    if (error instanceof Error && FULL in error) return { bytes: Buffer.concat(chunks), isWhole: false };
    throw error;
  }
}

function decoderFor(contentType: string): InstanceType<typeof TextDecoder> {
  const charset = /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

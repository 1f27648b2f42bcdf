import type { z } from 'zod';
import { Failure, reasonOfStatus } from '../core/errors.ts';
import type { AttemptNote, Role } from '../core/manifest-record.ts';
import type { HttpBody, HttpResponse, Send } from '../http/client.ts';
import type { Ask, Asker, TextAnswer } from '../resolvers/resolver.ts';
import type { BoundResolver } from './route.ts';

/** Landing pages are read this far; what matters stands at the top (RELIABILITY H-D4). */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
const MAX_METADATA_BYTES = 32 * 1024 * 1024;

/** Types of which no text is read: the caller only wants to know that they came. */
const BINARY = /^(application\/(pdf|x-pdf|octet-stream|zip)|image\/|audio\/|video\/)/i;

export interface AskerDeps {
  readonly send: Send;
  readonly bound: BoundResolver;
  readonly tier: string;
  readonly signal: AbortSignal;
  readonly note: (attempt: AttemptNote) => void;
  /** Told of every landing page that answered, with all URLs on the way to it. */
  readonly visited: (hops: readonly string[]) => void;
}

/** The polite client as a resolver sees it. */
export function createAsker(deps: AskerDeps): Asker {
  const text = async (ask: Ask, accept: readonly number[] = []): Promise<TextAnswer> => {
    const response = await deps.send(requestFor(ask, deps));
    const { status, headers, url } = response;
    if (ask.role === 'landing') deps.visited(response.hops);
    if ((status < 200 || status > 299) && !accept.includes(status)) {
      await response.body.discard();
      throw refusal(response);
    }
    if (BINARY.test(headers['content-type'] ?? '')) {
      await response.body.discard();
      return { status, headers, url, text: '' };
    }
    return { status, headers, url, text: await readText(response, ask.role, ask.maxBytes) };
  };
  return { text, json: (ask, schema) => askJson(text, ask, schema) };
}

function requestFor(ask: Ask, { bound, tier, signal, note }: AskerDeps): Parameters<Send>[0] {
  const { options, resolver } = bound;
  return {
    method: 'GET',
    ...ask,
    resolver: resolver.name,
    tier,
    signal,
    note,
    ...(options.obey_robots !== null && { obeyRobots: options.obey_robots }),
    ...(options.timeout_read_s !== null && { timeoutReadMs: options.timeout_read_s * 1000 }),
    ...(options.retry?.max_attempts !== undefined && { maxAttempts: options.retry.max_attempts }),
  };
}

function refusal({ status, url }: HttpResponse): Failure {
  return new Failure(reasonOfStatus(status), `answered with status ${status}`, { url, httpStatus: status });
}

async function askJson<T>(text: Asker['text'], ask: Ask, schema: z.ZodType<T>): Promise<T | undefined> {
  const answer = await text(ask, [404, 410]);
  if (answer.status === 404 || answer.status === 410) return undefined;
  if (answer.text.trim() === '')
    throw new Failure('empty-body', 'an empty answer instead of JSON', { url: answer.url });
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
  { body, headers, url }: HttpResponse,
  role: Role,
  maxBytes?: number,
): Promise<string> {
  const limit = maxBytes ?? (role === 'landing' ? MAX_PAGE_BYTES : MAX_METADATA_BYTES);
  const { bytes, whole } = await readUpTo(body, limit);
  if (!whole && role !== 'landing')
    throw new Failure('too-large', `an answer of more than ${limit} bytes`, { url });
  return decoderFor(headers['content-type'] ?? '').decode(bytes);
}

const FULL = Symbol('enough was read');

async function readUpTo(body: HttpBody, limit: number): Promise<{ bytes: Uint8Array; whole: boolean }> {
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
    return { bytes: Buffer.concat(chunks), whole: true };
  } catch (error) {
    if (error instanceof Error && FULL in error) return { bytes: Buffer.concat(chunks), whole: false };
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

import type { Config } from '../config/schema.ts';
import { resolverOptions } from '../config/schema.ts';
import { saidText } from '../core/claims.ts';
import type { Instant } from '../core/clock.ts';
import { Deferred } from '../core/deferred.ts';
import { Failure, reasonOfStatus, UserError } from '../core/errors.ts';
import type { AttemptNote } from '../core/manifest-record.ts';
import { Offline } from '../core/offline.ts';
import { plainText } from '../core/plain-text.ts';
import type { HttpClient } from '../http/client.ts';
import { inputFile, isReadOnce } from '../platform/input-file.ts';
import { standardInput } from '../platform/standard-input.ts';
import { openWorks } from '../work/formats.ts';
import { idArguments, idList, type TextInput } from '../work/id-list.ts';
import type { WorksQuery } from '../work/openalex-filter.ts';
import { type ListWorks, openAlexQuery } from '../work/openalex-query.ts';
import type { Source } from '../work/source.ts';
import { maxWaitMs } from './max-wait.ts';
import type { Platform } from './platform.ts';

/** What a run acquires: everything that was asked for, whether by config, flags or arguments. Plain JSON, kept with the run. */
export interface Wanted extends WorksQuery {
  readonly ids?: readonly string[];
  /** Format of the works or ids file, where its name does not tell. */
  readonly format?: string;
  /** Of a table: what is called how, `doi=DOI,title=Title`. */
  readonly columns?: string;
  /** A manifest, as an absolute path: works that ended well in it are left out. */
  readonly resumeFrom?: string;
}

export interface SourceDeps {
  readonly platform: Platform;
  readonly client: HttpClient;
  /** The configuration as it is now: keys may change while a listing goes on. */
  readonly current: () => Config;
  readonly note: (attempt: AttemptNote) => void;
}

export function wireSources(config: Config, wanted: Wanted, deps: SourceDeps): readonly Source[] {
  const { inputs } = config;
  const sources: Source[] = [];
  if (wanted.ids && wanted.ids.length > 0) sources.push(idArguments(wanted.ids));
  if (inputs.ids !== null) sources.push(idList(textInput(inputs.ids)));
  if (inputs.works !== null) {
    const { format, columns } = wanted;
    sources.push(openWorks(textInput(inputs.works), format, columns));
  }
  const query = { ...wanted, ...(inputs.query !== null && { query: inputs.query }) };
  if (query.query || query.year || query.topic || query.source || query.institution) {
    const { base_url: baseUrl } = resolverOptions(config, 'openalex');
    sources.push(openAlexQuery(query, listing(deps), baseUrl ?? undefined));
  }
  return sources;
}

/** A file, or standard input for `-`. */
export function textInput(name: string, input: InputFiles = { open: inputFile, isReadOnce }): TextInput {
  if (name === '-') return { name: 'stdin', read: standardInput, isReadOnce: true };
  return {
    name,
    read: (signal) => readable(input.open(name, signal), name),
    isReadOnce: input.isReadOnce(name),
  };
}

interface InputFiles {
  readonly open: (name: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;
  readonly isReadOnce: (name: string) => boolean;
}

const READ_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'no permission',
  EISDIR: 'it is a folder',
};

/** An input that cannot be read is the user's to mend: one line that names it. One that fails on the way is cut there. */
async function* readable(bytes: AsyncIterable<Uint8Array>, name: string): AsyncIterable<Uint8Array> {
  let isBegun = false;
  try {
    for await (const chunk of bytes) {
      isBegun = true;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const problem = READ_PROBLEMS[code] ?? (error instanceof Error ? error.message : String(error));
    if (isBegun)
      throw new Failure('truncated', `it cannot be read any further: ${problem}`, { cause: error });
    throw new UserError(`cannot read ${name}: ${problem}`, 2, error);
  }
}

/** Pages of OpenAlex come through the one HTTP stack; where it says "not yet", the listing waits. */
function listing({ client, platform, note, current }: SourceDeps): ListWorks {
  const ask = async (url: string, signal: AbortSignal): Promise<unknown> => {
    const { api_key: apiKey } = resolverOptions(current(), 'openalex');
    const response = await client.send({
      url,
      method: 'GET',
      role: 'metadata',
      resolver: 'openalex',
      signal,
      note,
      ...(apiKey !== null && { secretQuery: { api_key: apiKey } }),
    });
    const chunks: Uint8Array[] = [];
    await response.body.read((chunk) => void chunks.push(chunk.slice()));
    const { status } = response;
    const text = Buffer.concat(chunks).toString('utf8');
    if (status !== 200)
      throw new Failure(reasonOfStatus(status), `OpenAlex answered with status ${status}${ownWords(text)}`, {
        url,
        httpStatus: status,
      });
    return parsed(text, url);
  };
  return async (url, signal) => {
    for (;;) {
      try {
        return await ask(url, signal);
      } catch (error) {
        await platform.clock.sleep(waitFor(error, platform.clock.now(), maxWaitMs(current())), signal);
      }
    }
  };
}

/** A listing waits for its host, and for the network as long as a run does. */
function waitFor(error: unknown, now: Instant, maxMs: number): number {
  if (error instanceof Deferred) return Math.max(0, error.until - now);
  if (!(error instanceof Offline)) throw error;
  if (now - error.since < maxMs) return OFFLINE_PAUSE_MS;
  throw new Failure('conn-error', error.message, { cause: error });
}

const OFFLINE_PAUSE_MS = 1000;
const MAX_WORDS = 300;

/** What an error answer of OpenAlex says for itself: `error` and `message` of its JSON. */
function ownWords(text: string): string {
  const { error, message } = saidObject(text);
  const said = [error, message].map(saidText).filter((one) => one !== undefined);
  return said.length === 0 ? '' : `: ${plainText([...new Set(said)].join(' ')).slice(0, MAX_WORDS)}`;
}

function saidObject(text: string): { readonly error?: unknown; readonly message?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function parsed(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Failure('parse-error', 'OpenAlex answered with something that is not JSON', { url, cause });
  }
}

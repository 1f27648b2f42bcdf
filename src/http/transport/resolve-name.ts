import { promises as dns } from 'node:dns';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name, in the order to try them; rejects with Node's DNS errors. */
export type ResolveName = (name: string) => Promise<readonly ResolvedAddress[]>;

const QUERY_TIMEOUT_MS = 5000;
const QUERY_TRIES = 2;
/** Errors after which the system may still know the name: a hosts file, a local resolver. */
const ASK_THE_SYSTEM = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);
/** No name server answered: by the next time the machine may be in another network, with others. */
const NO_SERVER = new Set(['ECONNREFUSED', 'ETIMEOUT']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'ENODATA';

/**
 * Asks the name servers directly, each name on its own, so that one that hangs blocks no other (the system's own lookup
 * runs on the four threads that also serve files); names they do not know go to the system. A name that the servers say
 * does not exist stays `ENOTFOUND`; `EAI_AGAIN` is left to mean that no server could be asked.
 */
export function systemNames(): ResolveName {
  const fresh = () => new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  let resolver = fresh();
  return async (name) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
      ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
    ];
    if (found.length > 0) return found;
    const error: unknown = v4.status === 'rejected' ? v4.reason : undefined;
    const code = codeOf(error);
    if (NO_SERVER.has(code)) resolver = fresh();
    if (!ASK_THE_SYSTEM.has(code)) throw error;
    try {
      return await dns.lookup(name, { all: true });
    } catch (systemError) {
      throw code !== 'ECONNREFUSED' && codeOf(systemError) === 'EAI_AGAIN' ? error : systemError;
    }
  };
}

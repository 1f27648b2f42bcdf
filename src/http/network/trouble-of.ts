import type { Failure } from '../../core/errors.ts';
import type { TroubleKind } from './network.ts';

/** No host sends these: there is no route, no source address, no name server, no proxy. */
const NETWORK = /^(?:ENETUNREACH|ENETDOWN|ENONET|EADDRNOTAVAIL|EAI_AGAIN|UND_ERR_PRX_CONN)$/;
const REFUSED = /^ECONNREFUSED$/;
const CERTIFICATE = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/;

interface Coded {
  readonly code: string;
  /** The address that was dialled, where there was one. */
  readonly address: string | undefined;
}

function codesOf(error: unknown): readonly Coded[] {
  if (!(error instanceof Error)) return [];
  if (error instanceof AggregateError) return error.errors.flatMap(codesOf);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const address = 'address' in error && typeof error.address === 'string' ? error.address : undefined;
  return [{ code, address }];
}

/**
 * Of several addresses of one host all must tell the same. A machine without IPv6 has no route to hosts that have nothing
 * else: that is no outage by itself.
 */
export function troubleKind({ cause }: Failure): TroubleKind {
  const codes = codesOf(cause);
  if (codes.length === 0) return 'unclear';
  if (codes.every(({ code }) => NETWORK.test(code)))
    return codes.every(({ address }) => address?.includes(':')) ? 'unclear' : 'network';
  if (codes.some(({ code }) => REFUSED.test(code))) return 'refused';
  return codes.some(({ code }) => CERTIFICATE.test(code)) ? 'certificate' : 'unclear';
}

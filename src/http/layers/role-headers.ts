import type { Role } from '../../core/manifest-record.ts';
import { parseUrl } from '../../core/url.ts';
import { matchHost } from '../address/host-pattern.ts';
import type { HeaderMap } from '../client.ts';
import { type Hop, type HopLayer, hostOf } from './hop.ts';

export interface Identity {
  /** Who asks, with a contact address. */
  readonly userAgent: string;
  /** Host (or `*.suffix`) -> further headers for it and no other. */
  readonly hostHeaders: Readonly<Record<string, HeaderMap>>;
}

const ACCEPT: Readonly<Record<Role, string>> = {
  metadata: 'application/json, application/xml;q=0.8, text/xml;q=0.8, */*;q=0.5',
  landing: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5',
  artifact: 'application/pdf, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.7, */*;q=0.5',
  robots: 'text/plain, */*;q=0.5',
};

/** Files are asked for as they are: their length can then be compared and their ranges resumed. */
const ENCODING: Readonly<Record<Role, string>> = {
  metadata: 'gzip, br',
  landing: 'gzip, br',
  artifact: 'identity',
  robots: 'gzip, br',
};

const lowerCased = (headers: HeaderMap | undefined): HeaderMap =>
  headers
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    : {};

/** A page of the same origin may be named as referer, without its fragment; any other stays private. */
function refererFor(hop: Hop): string | undefined {
  const referer = hop.referer === undefined ? undefined : parseUrl(hop.referer);
  if (!referer || referer.username || referer.origin !== new URL(hop.url).origin) return undefined;
  referer.hash = '';
  return referer.href;
}

/**
 * The host whose configured headers may go along. They can be credentials, so a name means https at its usual port;
 * another port must be named with it, and plain http gets them only where it is.
 */
function trustedHost(hop: Hop): string | undefined {
  const host = hostOf(hop);
  return hop.url.startsWith('https:') || /:\d+$/.test(host) ? host : undefined;
}

/** Builds the headers of this role for this origin, afresh on every hop; what the request brings itself wins. */
export function roleHeaders(identity: Identity): HopLayer {
  const prepared = new WeakMap<Identity['hostHeaders'], Readonly<Record<string, HeaderMap>>>();
  /** A reload gives the identity other headers. */
  const byHost = (hostHeaders: Identity['hostHeaders']): Readonly<Record<string, HeaderMap>> => {
    const known =
      prepared.get(hostHeaders) ??
      Object.fromEntries(
        Object.entries(hostHeaders).map(([host, headers]) => [host.toLowerCase(), lowerCased(headers)]),
      );
    prepared.set(hostHeaders, known);
    return known;
  };
  return (next) => (hop) => {
    const referer = refererFor(hop);
    const trusted = trustedHost(hop);
    const headers = {
      'user-agent': identity.userAgent,
      accept: ACCEPT[hop.role],
      'accept-encoding': ENCODING[hop.role],
      ...(referer !== undefined && { referer }),
      ...(trusted !== undefined && matchHost(byHost(identity.hostHeaders), trusted)),
      ...lowerCased(hop.headers),
    };
    return next({ ...hop, headers });
  };
}

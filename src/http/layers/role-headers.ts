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

/** Builds the headers of this role for this origin, afresh on every hop; what the request brings itself wins. */
export function roleHeaders({ userAgent, hostHeaders }: Identity): HopLayer {
  const byHost = Object.fromEntries(
    Object.entries(hostHeaders).map(([host, headers]) => [host.toLowerCase(), lowerCased(headers)]),
  );
  return (next) => (hop) => {
    const referer = refererFor(hop);
    const headers = {
      'user-agent': userAgent,
      accept: ACCEPT[hop.role],
      'accept-encoding': ENCODING[hop.role],
      ...(referer !== undefined && { referer }),
      ...matchHost(byHost, hostOf(hop).replace(/:\d+$/, '')),
      ...lowerCased(hop.headers),
    };
    return next({ ...hop, headers });
  };
}

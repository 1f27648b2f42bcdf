import { getDomain } from 'tldts';
import type { HostKey } from '../core/url.ts';

export type SiteOf = (host: HostKey) => string;

/**
 * Whose host it is: its registrable domain by the Public Suffix List, those of hosting services included, so that two
 * tenants of one service are two sites. An address or a name without a domain is its own site. Each host is looked up once.
 */
export function siteLookup(): SiteOf {
  const known = new Map<HostKey, string>();
  return (host) => {
    const site = known.get(host) ?? getDomain(host, { allowPrivateDomains: true }) ?? host;
    known.set(host, site);
    return site;
  };
}

import type { RatePolicies } from '../rate-limit/policies.ts';
import type { SiteOf } from '../site-of.ts';
import type { Place, Slots } from '../slots/slots.ts';
import { whenBodyEnds } from './body-end.ts';
import { type Hop, type HopLayer, hostOf } from './hop.ts';

export interface SlotSettings {
  /** Exchanges under way at one time, all hosts together. */
  readonly maxConnections: number;
  /** Of one host, and of all hosts of one registrable domain together. */
  readonly maxPerHost: number;
  /** Resolver -> requests of it under way at one time; a resolver not named is not limited. */
  readonly maxPerResolver: Readonly<Record<string, number>>;
}

/**
 * Takes a place for the resolver, the site, the host, the role at this host (`max_concurrent`) and the whole, until the
 * body ended.
 */
export function takeSlot(
  settings: SlotSettings,
  slots: Slots,
  {
    find,
    atOnce,
    totals,
    siteOf,
  }: Pick<RatePolicies, 'find' | 'atOnce' | 'totals'> & { readonly siteOf: SiteOf },
): HopLayer {
  const placesFor = (hop: Hop): Place[] => {
    const host = hostOf(hop);
    const places: Place[] = [];
    const perResolver = hop.resolver === undefined ? undefined : settings.maxPerResolver[hop.resolver];
    if (perResolver !== undefined) places.push({ key: `resolver ${hop.resolver}`, limit: perResolver });
    const site = siteOf(host);
    const perSite = totals(host).domain.policy.maxConcurrent ?? Infinity;
    places.push({ key: `site ${site}`, limit: Math.min(settings.maxPerHost, perSite) });
    const perHost = Math.min(settings.maxPerHost, atOnce(host));
    if (host !== site || perHost < settings.maxPerHost) places.push({ key: `host ${host}`, limit: perHost });
    const perRole = find(host, hop.role).policy.maxConcurrent;
    if (perRole !== undefined) places.push({ key: `role ${host} ${hop.role}`, limit: perRole });
    places.push({ key: 'all', limit: settings.maxConnections });
    return places;
  };
  return (next) => async (hop) => {
    const giveBack = await slots.take(placesFor(hop), hop.signal);
    try {
      return whenBodyEnds(await next(hop), giveBack);
    } catch (error) {
      giveBack();
      throw error;
    }
  };
}

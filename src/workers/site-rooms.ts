import type { HostKey } from '../core/url.ts';

export interface RoomLimits {
  /** Steps that may run at one time, all sites together. */
  readonly seats: number;
  readonly maxPerHost: number;
  readonly inFlightOf: (host: HostKey) => number;
  readonly inFlightAt: (site: string) => number;
}

/** How many more works may start at a host, counted down while works are picked. */
export interface SiteRooms {
  left(host: HostKey): number;
  take(host: HostKey, count: number): void;
}

/**
 * What one host may have in flight also holds for all hosts of its site together: fifty journals of one publisher do not
 * get every worker. With few workers no site has more than half of them while works of another wait.
 */
export function siteRooms(
  siteOf: (host: HostKey) => string,
  limits: RoomLimits,
  othersWait: (site: string) => boolean,
): SiteRooms {
  const { seats, maxPerHost, inFlightOf, inFlightAt } = limits;
  const taken = new Map<string, number>();
  const takenUnder = (name: string): number => taken.get(name) ?? 0;
  const add = (name: string, count: number): void => void taken.set(name, takenUnder(name) + count);
  const half = Math.ceil(seats / 2);
  return {
    left(host) {
      const site = siteOf(host);
      const share = half < maxPerHost && othersWait(site) ? half : maxPerHost;
      return Math.min(
        share - inFlightAt(site) - takenUnder(`site ${site}`),
        maxPerHost - inFlightOf(host) - takenUnder(`host ${host}`),
      );
    },
    take(host, count) {
      add(`site ${siteOf(host)}`, count);
      add(`host ${host}`, count);
    },
  };
}

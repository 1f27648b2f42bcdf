import type { HostKey } from '../../core/url.ts';
import type { RateRole } from './limiter.ts';

/**
 * One value for each host and role, made when first asked for. Two look-ups by strings at hand cost less than one by a
 * string that has to be joined first.
 */
export interface PerLane<T> {
  of(host: HostKey, role: RateRole): T;
  forget(host: HostKey): void;
  clear(): void;
}

export function perLane<T>(make: (host: HostKey, role: RateRole) => T): PerLane<T> {
  const hosts = new Map<HostKey, Map<RateRole, T>>();
  const rolesOf = (host: HostKey): Map<RateRole, T> => {
    const fresh = new Map<RateRole, T>();
    hosts.set(host, fresh);
    return fresh;
  };
  return {
    of(host, role) {
      const roles = hosts.get(host) ?? rolesOf(host);
      const known = roles.get(role);
      if (known !== undefined) return known;
      const made = make(host, role);
      roles.set(role, made);
      return made;
    },
    forget: (host) => void hosts.delete(host),
    clear: () => hosts.clear(),
  };
}

import ipaddr from 'ipaddr.js';

/**
 * Special blocks inside 2000::/3 (IANA special-purpose registry): everything of 2001::/23 (Teredo, ORCHID, benchmarking),
 * documentation, 6to4 (it embeds an IPv4 address).
 */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((block) =>
  ipaddr.IPv6.parseCIDR(block),
);
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Not special by the registry, but inside all the same: metadata services of clouds, IETF assignments, AS112, 6to4 relays. */
const SPECIAL_V4 = [
  '168.63.129.16/32',
  '192.0.0.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
].map((block) => ipaddr.IPv4.parseCIDR(block));

/**
 * Whether an address is one of the public internet. IPv4 by ranges known to be special; IPv6 the other way round, only
 * what is global unicast, so that every embedding of an IPv4 address (mapped, NAT64, 6to4, compatible) is out.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && !SPECIAL_V4.some((block) => address.match(block));
  }
  const v6 = address;
  return (
    v6.zoneId === undefined && v6.match(GLOBAL_UNICAST_V6) && !SPECIAL_V6.some((block) => v6.match(block))
  );
}

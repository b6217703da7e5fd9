import ipaddr from 'ipaddr.js';

/** The IPv6 addresses assigned for use on the internet (IANA's address space registry). */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is on the public internet: not on this machine, in an internal network or otherwise reserved (IANA's
 * special-purpose registries), nor an IPv6 address that embeds such an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.match(publicIpv6) && parsed.range() === 'unicast';
}

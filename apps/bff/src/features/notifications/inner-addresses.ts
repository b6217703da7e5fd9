import ipaddr from 'ipaddr.js';

/** IPv6 outside of it is not assigned for use on the internet (IANA's address space registry). */
const globalUnicast6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is on the public internet: not on this machine, in an inner network or otherwise set apart (IANA's
 * special-purpose registries), nor an IPv6 address that wraps such an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.match(globalUnicast6) && parsed.range() === 'unicast';
}

import ipaddr from 'ipaddr.js';

/**
 * Returns what limits per address count as one: an IPv4 address, even when written as IPv6, or the /64 network of an IPv6
 * address, since a single customer has as many of those addresses as they like.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

import ipaddr from 'ipaddr.js';

/** A network in CIDR notation, parsed. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Parses an address or a network like `10.0.0.0/8`; null when it is neither. */
export function parseNetwork(text: string): Network | null {
  const { IPv4, IPv6 } = ipaddr;
  const isAddress = IPv4.isValidFourPartDecimal(text) || (IPv6.isValid(text) && !text.includes('%'));
  const cidr = isAddress ? `${text}/${text.includes(':') ? 128 : 32}` : text;
  return IPv4.isValidCIDRFourPartDecimal(cidr) || IPv6.isValidCIDR(cidr) ? ipaddr.parseCIDR(cidr) : null;
}

/** Whether an address is in one of the networks. An IPv4 address may be written as IPv6. */
export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  if (networks.length === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

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

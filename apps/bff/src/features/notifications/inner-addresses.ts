import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 that isn't the public internet (IANA's special-purpose registry, multicast and the reserved rest). */
const inner4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner4.addSubnet(network, bits, 'ipv4');

/** IPv6's global unicast, and what of it is set apart: protocol assignments with Teredo, documentation, 6to4. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const apart6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  apart6.addSubnet(network, bits, 'ipv6');

/** Whether an address is on the public internet: not of this machine, of an inner network, or one that wraps such. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !inner4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !apart6.check(address, 'ipv6');
}

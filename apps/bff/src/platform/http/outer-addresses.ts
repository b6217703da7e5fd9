import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { AgentOptions } from 'node:https';
import { Injectable } from '@nestjs/common';
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

/** Nothing is sent to a host: it has no address, or an internal one. */
export class HostRejected extends Error {}

/** Finds where the server may connect when somebody else says where to: never to an internal address. */
@Injectable()
export class OuterAddresses {
  /**
   * The current addresses of a URL's host, which the connection is then limited to (`pinnedLookup`).
   *
   * @param allowPrivate for tests and development
   * @throws HostRejected when one of them is internal, or there is none
   */
  async resolve({ hostname }: URL, allowPrivate: boolean): Promise<LookupAddress[]> {
    const addresses = await this.lookup(hostname.replace(/^\[|\]$/g, ''));
    const rejected = !allowPrivate && addresses.some(({ address }) => !isPublicAddress(address));
    if (rejected || addresses.length === 0) throw new HostRejected();
    return addresses;
  }

  /** Looks a name up; tests override it. */
  protected lookup(host: string): Promise<LookupAddress[]> {
    return lookup(host, { all: true });
  }
}

/** Connects to the addresses that were checked, even if the name resolves to others now. */
export const pinnedLookup =
  (addresses: readonly LookupAddress[]): NonNullable<AgentOptions['lookup']> =>
  (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else if (first) done(null, first.address, first.family);
    else done(new Error('No address'), '', 0);
  };

/** Rejects when the signal aborts. The work itself continues: a name lookup takes no signal. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

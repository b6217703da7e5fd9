import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { Config } from '../../platform/config/config';
import { invalid } from '../../platform/errors/api-error';

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

/** Nothing is sent to the push service: it is unknown or at an internal address. */
export class ServiceRejected extends Error {}

/** Decides where push messages may go: by https to known push services, never to an internal address. */
@Injectable()
export class PushServices {
  constructor(private readonly config: Config) {}

  /** The URL of an allowed endpoint; 400 naming `endpoint` for any other. */
  check(endpoint: string): URL {
    const url = this.known(endpoint);
    if (url) return url;
    throw invalid([
      { field: 'endpoint', message: 'endpoint must be https, on a known push service', code: 'INVALID' },
    ]);
  }

  /** The URL of an endpoint; null unless it is https without credentials, on a known service and its port. */
  known(endpoint: string): URL | null {
    const url = URL.parse(endpoint);
    if (!url || url.protocol !== 'https:' || url.username || url.password || url.hash) return null;
    if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) return null;
    return this.config.pushServices.some((service) => fits(service, url.host)) ? url : null;
  }

  /** Resolves a service's current addresses; throws `ServiceRefused` when one of them is internal. */
  async resolve(url: URL): Promise<LookupAddress[]> {
    const addresses = await this.lookup(url.hostname);
    const rejected =
      !this.config.pushAllowPrivate && addresses.some(({ address }) => !isPublicAddress(address));
    if (rejected || addresses.length === 0) throw new ServiceRejected();
    return addresses;
  }

  /** Looks a name up; tests override it. */
  protected lookup(host: string): Promise<LookupAddress[]> {
    return lookup(host, { all: true });
  }
}

const fits = (service: string, host: string): boolean =>
  service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service;

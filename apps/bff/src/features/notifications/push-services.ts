import { Injectable } from '@nestjs/common';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Config } from '../../platform/config/config';
import { invalid } from '../../platform/errors/api-error';
import { isPublicAddress } from './inner-addresses';

/** A push service that nothing is sent to: not a known one, or at an inner address. */
export class ServiceRefused extends Error {}

/** Where push messages may go: https on known push services, never to an inner address. */
@Injectable()
export class PushServices {
  constructor(private readonly config: Config) {}

  /** An endpoint that may be sent to, as it will be called; 400 VALIDATION naming `endpoint` otherwise. */
  check(endpoint: string): URL {
    const url = this.known(endpoint);
    if (url) return url;
    throw invalid([
      { field: 'endpoint', message: 'endpoint must be https, on a known push service', code: 'INVALID' },
    ]);
  }

  /** The endpoint's address if it is https on a known service, without credentials, on a port that is said. */
  known(endpoint: string): URL | null {
    const url = URL.parse(endpoint);
    if (!url || url.protocol !== 'https:' || url.username || url.password || url.hash) return null;
    if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) return null;
    return this.config.pushServices.some((service) => fits(service, url.host)) ? url : null;
  }

  /** The service's addresses at this moment; `ServiceRefused` when one of them is an inner one. */
  async resolve(url: URL): Promise<LookupAddress[]> {
    const addresses = await this.lookup(url.hostname);
    const refused =
      !this.config.pushAllowPrivate && addresses.some(({ address }) => !isPublicAddress(address));
    if (refused || addresses.length === 0) throw new ServiceRefused();
    return addresses;
  }

  /** Asks the name service. */
  protected lookup(host: string): Promise<LookupAddress[]> {
    return lookup(host, { all: true });
  }
}

const fits = (service: string, host: string): boolean =>
  service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service;

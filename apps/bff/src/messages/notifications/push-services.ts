import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { invalid } from '../../platform/errors/api-error';
import { OuterAddresses } from '../../platform/http/outer-addresses';

/** Decides where push messages may go: by https to known push services, never to an internal address. */
@Injectable()
export class PushServices {
  constructor(
    private readonly config: Config,
    private readonly addresses: OuterAddresses,
  ) {}

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

  /** A service's current addresses. @throws HostRejected when one of them is internal */
  resolve(url: URL): Promise<LookupAddress[]> {
    return this.addresses.resolve(url, this.config.pushAllowPrivate);
  }
}

const fits = (service: string, host: string): boolean =>
  service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service;

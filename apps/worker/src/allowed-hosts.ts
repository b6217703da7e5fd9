/** The task names a host that is not on the allow list. Nothing was sent there. */
export class HostRefused extends Error {}

/** The allow list of `host:port` entries. Other hosts are rejected before any connection. */
export class AllowedHosts {
  private readonly hosts: ReadonlySet<string>;

  constructor(hosts: readonly string[]) {
    this.hosts = new Set(hosts.map((host) => host.toLowerCase()));
  }

  /** Null when an entry isn't `host:port`. */
  static parse(list: string): AllowedHosts | null {
    const hosts = list.split(',').map((host) => host.trim());
    const good = hosts.every((host) => /^(\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/i.test(host));
    return good ? new AllowedHosts(hosts) : null;
  }

  /** The origin of an address on the list. Throws HostRefused. */
  originOf(address: string): string {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) throw new HostRefused(`${address} is not an http address`);
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    const host = `${url.hostname}:${port}`;
    if (!this.hosts.has(host)) throw new HostRefused(`${host} is not on this worker's list of allowed hosts`);
    return url.origin;
  }
}

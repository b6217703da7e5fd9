import { Socket } from 'node:net';
import { Client } from 'pg';

/** How to reach a database: what pg's clients and pools need in place of an address. */
export interface DatabaseConnection {
  connectionString: string;
  /** Only where the address names several hosts. */
  stream?: () => Socket;
}

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/;
const ATTRIBUTE = 'target_session_attrs';
/** How long a host may take to respond. */
const PROBE_MS = 2_000;

/** The host that is wanted of several: the one that accepts writes, or one that repeats it. */
export type HostKind = 'primary' | 'standby';

/** The values of `target_session_attrs` that an address may have. */
export const attributesOf: Readonly<Record<HostKind, readonly string[]>> = {
  primary: ['read-write', 'any'],
  standby: ['standby'],
};

/**
 * The addresses of the hosts that `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write` names, one each;
 * null when it is no such address.
 */
export function addressesOf(address: string, kind: HostKind = 'primary'): string[] | null {
  const [, scheme, hosts, rest] = ADDRESS.exec(address) ?? [];
  if (scheme === undefined || hosts === undefined || rest === undefined) return null;
  if (!hosts.includes(',') && !rest.includes(ATTRIBUTE)) return URL.parse(address) ? [address] : null;
  const addresses = hosts.split(',').map((host) => URL.parse(`${scheme}${host}${rest}`));
  if (addresses.some((one) => one === null || (addresses.length > 1 && one.hostname === ''))) return null;
  const attribute = addresses[0]?.searchParams.get(ATTRIBUTE) ?? null;
  if (attribute !== null && !attributesOf[kind].includes(attribute)) return null;
  return addresses.flatMap((one) => {
    if (!one) return [];
    if (one.searchParams.has(ATTRIBUTE)) one.searchParams.delete(ATTRIBUTE);
    return [one.href];
  });
}

const known = new Map<string, DatabaseConnection>();

/**
 * Returns how to connect to an address. With several hosts each new connection goes to the one that accepts writes, or to a
 * standby, so that a promoted standby is found without a restart; pg itself knows one host only.
 */
export function connectionTo(address: string, kind: HostKind = 'primary'): DatabaseConnection {
  const key = `${kind} ${address}`;
  const found = known.get(key);
  if (found) return found;
  const addresses = addressesOf(address, kind) ?? [address];
  const connection: DatabaseConnection = { connectionString: addresses[0] ?? address };
  if (addresses.length > 1) {
    const isAny = URL.parse(address.replace(/,[^/?#]*/, ''))?.searchParams.get(ATTRIBUTE) === 'any';
    const hosts = new Hosts(addresses, isAny ? 'any' : kind);
    connection.stream = () => new HostSocket(hosts);
  }
  known.set(key, connection);
  return connection;
}

const rejections: Readonly<Record<HostKind | 'any', string>> = {
  primary: 'None of the database hosts accepts writes',
  standby: 'None of the database hosts is a standby',
  any: 'None of the database hosts answers',
};

/** The hosts of a database, of which one is wanted. */
class Hosts {
  private chosen: string | undefined;
  private probing: Promise<string> | null = null;
  /** What is connected, and to which address. */
  private readonly connected = new Map<Socket, string>();

  constructor(
    private readonly addresses: readonly string[],
    private readonly kind: HostKind | 'any',
  ) {}

  /** @throws when none is of the kind */
  async chooseFor(socket: Socket): Promise<{ host: string; port: number }> {
    const address = await this.probe();
    if (!socket.destroyed) {
      this.connected.set(socket, address);
      socket.once('close', () => this.connected.delete(socket));
    }
    const { hostname, port } = new URL(address);
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) };
  }

  /** Connections that open at the same time share one search. A pool keeps its connections, so there are few. */
  private probe(): Promise<string> {
    this.probing ??= this.find().finally(() => (this.probing = null));
    return this.probing;
  }

  /** Tries the last choice alone first: usually it is still right. */
  private async find(): Promise<string> {
    const last = this.chosen;
    const isStillRight = last !== undefined && (await this.accepts(last).catch(() => false));
    const found = isStillRight ? last : await this.firstToAccept();
    this.chosen = found;
    if (this.kind === 'primary' && last !== undefined && found !== last) this.closeOthers(found);
    return found;
  }

  /**
   * There is one primary, so what waits for another host waits in vain. A host that was cut off closes nothing itself, and its
   * connections would fill the pool until they have been silent for long enough.
   */
  private closeOthers(address: string): void {
    for (const [socket, its] of this.connected)
      if (its !== address)
        socket.destroy(
          Object.assign(new Error('Another database host accepts writes now'), { code: 'ECONNRESET' }),
        );
  }

  private async firstToAccept(): Promise<string> {
    try {
      return await Promise.any(
        this.addresses.map(async (address) => {
          if (await this.accepts(address)) return address;
          throw new Error('It is of the other kind');
        }),
      );
    } catch {
      // The driver's own code for it, so that callers wait and try again.
      throw Object.assign(new Error(rejections[this.kind]), { code: 'ECONNREFUSED' });
    }
  }

  private async accepts(address: string): Promise<boolean> {
    const client = new Client({
      connectionString: address,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
      application_name: 'tessera-host-probe',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      if (this.kind === 'any') return true;
      const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
      return rows[0]?.transaction_read_only === (this.kind === 'primary' ? 'off' : 'on');
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

/** A socket that connects to the host that is wanted, whatever host the driver names. */
class HostSocket extends Socket {
  constructor(private readonly hosts: Hosts) {
    super();
  }

  override connect(): this {
    this.hosts.chooseFor(this).then(
      ({ host, port }) => {
        if (!this.destroyed) super.connect(port, host);
      },
      (error: unknown) => this.destroy(error as Error),
    );
    return this;
  }
}

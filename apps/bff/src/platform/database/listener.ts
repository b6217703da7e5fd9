import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import { Config } from '../config/config';
import { connectionTo } from './hosts';

type Handler = (payload: string) => void;

/** Channel of the notifications that processes send to themselves. */
const PROBE_CHANNEL = 'tessera_probe';
const RECONNECT_MS = 500;
/** How often the connection is probed, because one whose other end has vanished reports no error. */
const PROBE_MS = 5_000;
const PROBE_TIMEOUT_MS = 5_000;

/**
 * Receives PostgreSQL's notifications over its own connection and reconnects when it is lost. `onReconnect` handlers run
 * after each connection, since notifications may have been missed.
 */
@Injectable()
export class Listener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('listener');
  private readonly handlers = new Map<string, Handler>();
  private readonly reconnected: (() => void)[] = [];
  private client: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private liveness: NodeJS.Timeout | null = null;
  private stopped = false;
  private readonly lost: (() => void)[] = [];
  private connected = false;
  /** When the connection was lost; null while it works. */
  private lostAt: number | null = null;

  private readonly probes = new Map<string, () => void>();

  constructor(private readonly config: Config) {
    this.on(PROBE_CHANNEL, (payload) => this.probes.get(payload)?.());
  }

  /** Subscribes to a channel. Call it before the application has started. */
  on(channel: string, handler: Handler): void {
    this.handlers.set(channel, handler);
  }

  onReconnect(handler: () => void): void {
    this.reconnected.push(handler);
  }

  /** Whether it is connected; `probe` finds out whether notifications arrive. */
  get isConnected(): boolean {
    return this.connected;
  }

  /**
   * Sends a notification to this process by `notify`, on the way that others are sent.
   *
   * @throws when it doesn't arrive within `ms`
   */
  async probe(notify: (channel: string, payload: string) => Promise<unknown>, ms: number): Promise<void> {
    const payload = randomUUID();
    const arrived = Promise.withResolvers<undefined>();
    this.probes.set(payload, () => arrived.resolve(undefined));
    const timeout = setTimeout(() => arrived.reject(new Error('The notification did not arrive')), ms);
    try {
      await Promise.all([notify(PROBE_CHANNEL, payload), arrived.promise]);
    } finally {
      clearTimeout(timeout);
      this.probes.delete(payload);
    }
  }

  /** `handler` runs whenever the connection was lost, or could not be opened. */
  onLoss(handler: () => void): void {
    this.lost.push(handler);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.connected = false;
    if (this.timer) clearTimeout(this.timer);
    if (this.liveness) clearInterval(this.liveness);
    const client = this.client;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new Client({
      ...connectionTo(this.config.databaseDirectUrl ?? this.config.databaseUrl),
      keepAlive: true,
      connectionTimeoutMillis: 3000,
      query_timeout: PROBE_TIMEOUT_MS,
      application_name: 'tessera-listener',
    });
    this.client = client;
    const lost = (error?: Error) => this.handleLoss(client, error);
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ channel, payload }) => this.handlers.get(channel)?.(payload ?? ''));
    try {
      await client.connect();
      for (const channel of this.handlers.keys())
        await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      this.connected = this.client === client;
      if (this.connected) this.reportRecovery();
      for (const handler of this.reconnected) handler();
      if (this.client === client)
        this.liveness = setInterval(() => void client.query('SELECT 1').catch(lost), PROBE_MS);
    } catch (error) {
      lost(error as Error);
    }
  }

  private handleLoss(client: Client, error?: Error): void {
    if (this.client !== client) return;
    this.client = null;
    this.connected = false;
    if (this.liveness) clearInterval(this.liveness);
    client.end().catch(() => undefined);
    if (this.stopped) return;
    for (const handler of this.lost) handler();
    // One line however long it lasts: each attempt to connect fails for the same reason.
    if (this.lostAt === null)
      this.logger.warn(`The listening connection was lost: ${error?.message ?? 'closed'}`);
    this.lostAt ??= performance.now();
    this.timer = setTimeout(() => void this.connect(), RECONNECT_MS);
  }

  private reportRecovery(): void {
    if (this.lostAt === null) return;
    const seconds = Math.round((performance.now() - this.lostAt) / 1000);
    this.lostAt = null;
    this.logger.log(`The listening connection works again after ${seconds} s`);
  }
}

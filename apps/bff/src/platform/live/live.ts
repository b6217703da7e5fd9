import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Listener } from '../database/listener';
import { Transactions, type Tx } from '../database/transactions';
import { inRealm, systemScope } from '../realm-scope/scope';
import { type Audience, type Change, FrameLog, mayHear } from './frames';

/** Channel that the tables' triggers notify. */
const CHANNEL = 'tessera_live';
/** Changes wait this long for more of the same realm, so that a burst is read once. */
const GATHER_MS = 50;
const BATCH = 200;

type Row = { id: number };
type Projection = { read: (tx: Tx, ids: number[]) => Promise<Row[]>; personal: boolean };
type Notice = { t: string; r: number | null; c: Change['change']; i: number[] };
type Pending = { topic: string; realmId: number | null; changes: Map<number, Change['change']> };

/** One open stream. */
export type Subscriber = { audience: Audience; send: (text: string) => void; end: () => void };

/** Reads what changed once per realm and change, and sends it to every open stream that may have it. */
@Injectable()
export class Live implements OnApplicationShutdown {
  private readonly logger = new Logger('live');
  private readonly projections = new Map<string, Projection>();
  private readonly subscribers = new Set<Subscriber>();
  private readonly log = new FrameLog(randomBytes(6).toString('hex'));
  private readonly pending = new Map<string, Pending>();
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly transactions: Transactions,
    listener: Listener,
  ) {
    listener.on(CHANNEL, (payload) => this.gather(payload));
    listener.onReconnect(() => this.missed());
  }

  /**
   * Has a topic's changes sent with their rows. `read` answers the list projection of those ids, without secrets, in
   * a transaction of their realm. `personal`: each row's `user_id` alone hears of it.
   */
  projection(
    topic: string,
    read: (tx: Tx, ids: number[]) => Promise<Row[]>,
    { personal = false } = {},
  ): void {
    this.projections.set(topic, { read, personal });
  }

  /** Adds a stream: first what it missed since `lastEventId`, or `resync`; then all that comes. Answers its removal. */
  subscribe(subscriber: Subscriber, lastEventId: string | undefined): () => void {
    if (this.closed) {
      subscriber.end();
      return () => undefined;
    }
    const missed = lastEventId === undefined ? [] : this.log.since(lastEventId, subscriber.audience);
    if (missed === null) subscriber.send(this.resync());
    else if (lastEventId === undefined) subscriber.send(`event: ready\nid: ${this.log.lastId}\ndata: {}\n\n`);
    else for (const frame of missed) subscriber.send(frame.text);
    this.subscribers.add(subscriber);
    return () => void this.subscribers.delete(subscriber);
  }

  /** Ends every stream, and those that come later at once: the process is going. */
  endAll(): void {
    this.closed = true;
    for (const subscriber of this.subscribers) subscriber.end();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private resync(): string {
    return `event: resync\nid: ${this.log.lastId}\ndata: {}\n\n`;
  }

  /** Notifications may have been lost: everybody reads anew. */
  private missed(): void {
    this.log.breakOff();
    for (const subscriber of this.subscribers) subscriber.send(this.resync());
  }

  private gather(payload: string): void {
    const { t: topic, r: realmId, c: change, i: ids } = JSON.parse(payload) as Notice;
    if (!this.projections.has(topic)) return;
    const key = `${topic}:${realmId}`;
    const pending = this.pending.get(key) ?? { topic, realmId, changes: new Map() };
    for (const id of ids) {
      const before = pending.changes.get(id);
      pending.changes.set(id, before === 'insert' && change === 'update' ? 'insert' : change);
    }
    this.pending.set(key, pending);
    this.timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  private async flush(): Promise<void> {
    this.timer = null;
    const work = [...this.pending.values()];
    this.pending.clear();
    for (const pending of work) {
      try {
        await this.publish(pending);
      } catch (error) {
        this.logger.warn(`Changes of ${pending.topic} could not be read: ${(error as Error).message}`);
        this.missed();
      }
    }
  }

  private async publish({ topic, realmId, changes }: Pending): Promise<void> {
    const projection = this.projections.get(topic);
    if (!projection) return;
    const heard = [...this.subscribers].some(
      ({ audience }) => projection.personal || mayHear(audience, { realmId, userId: null }),
    );
    if (!heard) return this.log.skip(realmId);
    const ids = [...changes.keys()];
    const rows = new Map<number, Row>();
    const present = ids.filter((id) => changes.get(id) !== 'delete');
    for (let at = 0; at < present.length; at += BATCH) {
      const scope = realmId === null ? systemScope('live') : inRealm(systemScope('live'), realmId);
      const found = await this.transactions.read(scope, (tx) =>
        projection.read(tx, present.slice(at, at + BATCH)),
      );
      for (const row of found) rows.set(row.id, row);
    }
    for (const id of ids) {
      const row = rows.get(id);
      const userId = projection.personal ? userOf(row) : null;
      if (projection.personal && userId === null) continue;
      const change: Change = row
        ? { topic, id, change: changes.get(id) ?? 'update', row }
        : { topic, id, change: 'delete' };
      const frame = this.log.add(change, realmId, userId);
      for (const { audience, send } of this.subscribers) if (mayHear(audience, frame)) send(frame.text);
    }
  }
}

const userOf = (row: Row | undefined): number | null =>
  (row as { user_id?: number } | undefined)?.user_id ?? null;

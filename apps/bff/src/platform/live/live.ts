import { randomBytes } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Listener } from '../database/listener';
import { Transactions, type Tx } from '../database/transactions';
import { isRehearsalRealm } from '../realm-scope/realm-status.repository';
import { inRealm, systemScope } from '../realm-scope/scope';
import { type Audience, canReceive, type Change, type Frame, FrameLog, type FrameRealm } from './frames';
import { LiveMetrics } from './live-metrics';

/** One open stream. */
interface Subscriber {
  audience: Audience;
  send(text: string | Buffer): void;
  end(): void;
}

const noSubscribers: ReadonlySet<Subscriber> = new Set();

/** Open streams, indexed by realm and by user, so that a frame reaches only those who may receive it. */
class Audiences {
  private readonly byRealm = new Map<number | 'all' | null, Set<Subscriber>>();
  private readonly byUser = new Map<number, Set<Subscriber>>();

  /** Adds a stream and returns a function that removes it. */
  add(subscriber: Subscriber): () => void {
    const { realmId, userId } = subscriber.audience;
    const leave = [put(this.byRealm, realmId, subscriber), put(this.byUser, userId, subscriber)];
    return () => leave.forEach((remove) => remove());
  }

  *all(): Iterable<Subscriber> {
    for (const subscribers of this.byRealm.values()) yield* subscribers;
  }

  /** Whether any stream may receive a realm's changes; personal ones may concern any user. */
  hasSubscribers(realmId: FrameRealm, personal: boolean): boolean {
    if (personal || realmId === 'every') return this.byUser.size > 0;
    const hasOwn = realmId !== null && this.byRealm.has(realmId);
    return hasOwn || (this.byRealm.has('all') && !isRehearsalRealm(realmId));
  }

  /** Sends the frames of one realm's changes in order, in one write per stream. */
  send(realmId: FrameRealm, frames: readonly Frame[]): void {
    const open = frames.filter(({ userId }) => userId === null);
    if (open.length > 0) {
      const piece = Buffer.from(open.map(({ text }) => text).join(''));
      for (const subscriber of this.subscribersOf(realmId)) subscriber.send(piece);
    }
    for (const frame of frames) {
      if (frame.userId === null) continue;
      for (const subscriber of this.byUser.get(frame.userId) ?? noSubscribers) {
        if (canReceive(subscriber.audience, frame)) subscriber.send(frame.text);
      }
    }
  }

  /** The streams that receive a realm's changes. */
  private *subscribersOf(realmId: FrameRealm): Iterable<Subscriber> {
    if (realmId === 'every') {
      yield* this.all();
      return;
    }
    if (realmId !== null) yield* this.byRealm.get(realmId) ?? noSubscribers;
    if (!isRehearsalRealm(realmId)) yield* this.byRealm.get('all') ?? noSubscribers;
  }
}

function put<K>(index: Map<K, Set<Subscriber>>, key: K, subscriber: Subscriber): () => void {
  const subscribers = index.get(key) ?? new Set();
  index.set(key, subscribers.add(subscriber));
  return () => {
    subscribers.delete(subscriber);
    if (subscribers.size === 0 && index.get(key) === subscribers) index.delete(key);
  };
}

/** Channel that the tables' triggers notify. */
const CHANNEL = 'tessera_live';
/**
 * Changes are gathered for this time, so that a burst in a realm is read and sent once; for up to `MAX_MS` while sending
 * takes long because a realm has many streams.
 */
const GATHER_MS = 50;
const MAX_MS = 100;
/** Number of realms that are read in parallel. */
const PARALLEL_REALMS = 4;
const BATCH = 200;

type Row = { id: number };
/** Whether every user receives a topic's rows; `without realm`: those that have no realm. */
type Everybody = boolean | 'without realm';
type Projection = {
  read: (tx: Tx, ids: number[]) => Promise<Row[]>;
  personal: boolean;
  everybody: Everybody;
};
type Notice = { t: string; r: number | null; c: Change['change']; i: number[] };
type Pending = {
  topic: string;
  realmId: number | null;
  changes: Map<number, Change['change']>;
  since: number;
};

/** Reads each change once per realm and sends it to every open stream that may receive it. */
@Injectable()
export class Live implements OnApplicationShutdown {
  private readonly logger = new Logger('live');
  private readonly projections = new Map<string, Projection>();
  private readonly audiences = new Audiences();
  private readonly log = new FrameLog(randomBytes(6).toString('hex'));
  private readonly pending = new Map<string, Pending>();
  private timer: NodeJS.Timeout | null = null;
  private flushing = false;
  private lastFlushMs = 0;
  private closed = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly metrics: LiveMetrics,
    listener: Listener,
  ) {
    listener.on(CHANNEL, (payload) => this.collect(payload));
    listener.onReconnect(() => this.requireResync());
  }

  /**
   * Registers a topic, whose changes are sent with their rows. `read` returns the rows with these ids as the list has them,
   * without secrets, in a transaction of their realm. `personal`: only the user of each row's `user_id` receives it;
   * `everybody`: the rows have no realm and every user receives them; `without realm`: those of them that have none.
   */
  projection(
    topic: string,
    read: (tx: Tx, ids: number[]) => Promise<Row[]>,
    { personal = false, everybody = false }: Partial<Pick<Projection, 'personal' | 'everybody'>> = {},
  ): void {
    this.projections.set(topic, { read, personal, everybody });
  }

  /** Adds a stream, which first gets the events since `lastEventId`, or `resync`. Returns a function that removes it. */
  subscribe(subscriber: Subscriber, lastEventId: string | undefined): () => void {
    if (this.closed) {
      subscriber.end();
      return () => undefined;
    }
    const missed = lastEventId === undefined ? [] : this.log.since(lastEventId, subscriber.audience);
    if (missed === null) subscriber.send(this.resyncEvent());
    else if (lastEventId === undefined) subscriber.send(`event: ready\nid: ${this.log.lastId}\ndata: {}\n\n`);
    else if (missed.length > 0) subscriber.send(missed.map(({ text }) => text).join(''));
    return this.audiences.add(subscriber);
  }

  /** Ends every stream, and rejects new ones: the process is shutting down. */
  endAll(): void {
    this.closed = true;
    for (const subscriber of [...this.audiences.all()]) subscriber.end();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  /** The event that makes a client refetch its rows, because it missed changes. */
  resyncEvent(): string {
    return `event: resync\nid: ${this.log.lastId}\ndata: {}\n\n`;
  }

  /** Notifications may have been lost: every client refetches. */
  private requireResync(): void {
    this.metrics.countResync();
    this.log.discardHistory();
    for (const subscriber of this.audiences.all()) subscriber.send(this.resyncEvent());
  }

  private collect(payload: string): void {
    const { t: topic, r: realmId, c: change, i: ids } = JSON.parse(payload) as Notice;
    if (!this.projections.has(topic)) return;
    const key = `${topic}:${realmId}`;
    const pending: Pending = this.pending.get(key) ?? {
      topic,
      realmId,
      changes: new Map(),
      since: performance.now(),
    };
    for (const id of ids) {
      const before = pending.changes.get(id);
      pending.changes.set(id, before === 'insert' && change === 'update' ? 'insert' : change);
    }
    this.pending.set(key, pending);
    this.scheduleFlush();
  }

  /** One flush at a time: two would read the same row in one order and send it in another. */
  private scheduleFlush(): void {
    if (this.flushing || this.pending.size === 0) return;
    const wait = Math.min(MAX_MS, Math.max(GATHER_MS, 2 * this.lastFlushMs));
    this.timer ??= setTimeout(() => void this.flush(), wait);
  }

  private async flush(): Promise<void> {
    this.timer = null;
    this.flushing = true;
    const startedAt = performance.now();
    const realms = [...Map.groupBy(this.pending.values(), ({ realmId }) => realmId)];
    this.pending.clear();
    const some = async () => {
      for (let next = realms.shift(); next; next = realms.shift()) await this.publish(...next);
    };
    await Promise.all(Array.from({ length: PARALLEL_REALMS }, some));
    this.lastFlushMs = performance.now() - startedAt;
    this.flushing = false;
    this.scheduleFlush();
  }

  /** Reads a realm's changes and sends them; when that fails, every client refetches. */
  private async publish(realmId: number | null, work: readonly Pending[]): Promise<void> {
    try {
      for (const pending of work) await this.publishTopic(realmId, pending);
    } catch (error) {
      this.logger.warn(`Changes could not be read: ${(error as Error).message}`);
      this.requireResync();
    }
  }

  private async publishTopic(realmId: number | null, { topic, changes, since }: Pending): Promise<void> {
    const projection = this.projections.get(topic);
    if (!projection) return;
    const { everybody } = projection;
    const isForAll = everybody === 'without realm' ? realmId === null : everybody;
    const receivers = isForAll ? 'every' : realmId;
    if (!this.audiences.hasSubscribers(receivers, projection.personal)) {
      this.log.skip(receivers);
      return;
    }
    const rows = await this.read(projection, realmId, changes);
    const frames: Frame[] = [];
    for (const [id, change] of changes) {
      const row = rows.get(id);
      const userId = projection.personal ? userOf(row) : null;
      if (projection.personal && userId === null) continue;
      const event: Change = row ? { topic, id, change, row } : { topic, id, change: 'delete' };
      frames.push(this.log.add(event, receivers, userId));
    }
    this.audiences.send(receivers, frames);
    this.metrics.observePublish((performance.now() - since) / 1000);
  }

  /** The rows that changed, as they are now, by id; deleted ones are left out. */
  private async read(
    projection: Projection,
    realmId: number | null,
    changes: ReadonlyMap<number, Change['change']>,
  ): Promise<Map<number, Row>> {
    const scope = realmId === null ? systemScope('live') : inRealm(systemScope('live'), realmId);
    const present = [...changes].flatMap(([id, change]) => (change === 'delete' ? [] : [id]));
    const rows = new Map<number, Row>();
    for (let at = 0; at < present.length; at += BATCH) {
      const ids = present.slice(at, at + BATCH);
      for (const row of await this.transactions.read(scope, (tx) => projection.read(tx, ids)))
        rows.set(row.id, row);
    }
    return rows;
  }
}

const userOf = (row: Row | undefined): number | null =>
  (row as { user_id?: number } | undefined)?.user_id ?? null;

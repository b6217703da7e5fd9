import { isRehearsalRealm } from '../realm-scope/rehearsal-realms';
import { type Audience, canReceive, type Frame, type FrameRealm } from './frames';

/** One open stream. */
export interface Subscriber {
  audience: Audience;
  send(text: string | Buffer): void;
  end(): void;
}

const noSubscribers: ReadonlySet<Subscriber> = new Set();

/** Open streams, indexed by realm and by user, so that a frame reaches only those who may receive it. */
export class Audiences {
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

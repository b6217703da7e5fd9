import { isRehearsalRealm } from '../realm-scope/realm-status.repository';

/** One row's change as the stream sends it. `row` is absent for deletes. */
export type Change = { topic: string; id: number; change: 'insert' | 'update' | 'delete'; row?: object };

/** Whose change it is: a realm's, that of no realm, or one that concerns every user of every realm. */
export type FrameRealm = number | null | 'every';

/** One message as sent, and who may receive it: everybody in the realm, or only one user. */
export type Frame = { seq: number; realmId: FrameRealm; userId: number | null; text: string };

/** Who receives frames: those of a realm or of all realms but the rehearsals', and the user's personal ones. */
export type Audience = { realmId: number | 'all' | null; userId: number };

export const canReceive = (who: Audience, frame: Pick<Frame, 'realmId' | 'userId'>) =>
  frame.userId === null
    ? frame.realmId === 'every' ||
      (who.realmId === 'all' && !isRehearsalRealm(frame.realmId)) ||
      (frame.realmId !== null && who.realmId === frame.realmId)
    : frame.userId === who.userId;

/** Most frames that are kept for clients that reconnect. */
const MAX_FRAMES = 2000;

/** The last frames of this process, numbered, so that a reconnecting client misses nothing or gets a resync event. */
export class FrameLog {
  private readonly frames: Frame[] = [];
  /** Realms whose changes had no subscribers, and the number up to which that was so. */
  private readonly skipped = new Map<FrameRealm, number>();
  private seq = 0;
  private forgotten = 0;

  /** `instance` is the part of the event ids that identifies this process. */
  constructor(private readonly instance: string) {}

  /** The id of the latest event. */
  get lastId(): string {
    return `${this.instance}-${this.seq}`;
  }

  add(change: Change, realmId: FrameRealm, userId: number | null): Frame {
    const seq = (this.seq += 1);
    const frame = {
      seq,
      realmId,
      userId,
      text: `id: ${this.instance}-${seq}\ndata: ${JSON.stringify(change)}\n\n`,
    };
    this.frames.push(frame);
    if (this.frames.length > MAX_FRAMES) this.forgotten = this.frames.shift()?.seq ?? this.forgotten;
    return frame;
  }

  /** Records that a realm changed while it had no subscribers, so no frame was built. */
  skip(realmId: FrameRealm): void {
    this.skipped.set(realmId, (this.seq += 1));
  }

  /** Makes every earlier event id too old to resume from, because changes may have been missed. */
  discardHistory(): void {
    this.forgotten = this.seq += 1;
  }

  /** The frames after an event id that `who` may receive; null when some may be missing. */
  since(eventId: string, who: Audience): Frame[] | null {
    const seq = eventId.startsWith(`${this.instance}-`)
      ? Number(eventId.slice(this.instance.length + 1))
      : NaN;
    if (!Number.isInteger(seq) || seq < this.forgotten || seq > this.seq) return null;
    for (const [realmId, at] of this.skipped) {
      const isTheirs =
        typeof realmId !== 'number' ||
        realmId === who.realmId ||
        (who.realmId === 'all' && !isRehearsalRealm(realmId));
      if (at > seq && isTheirs) return null;
    }
    return this.frames.filter((frame) => frame.seq > seq && canReceive(who, frame));
  }
}

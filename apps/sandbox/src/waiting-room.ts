import type { Behaviour } from './scenario.ts';
import type { Signer } from './signing.ts';

/** A place in an event's waiting room, as its account sees it. */
export type QueueAnswer =
  | { state: 'open'; position: 0; pass: null }
  | { state: 'waiting'; position: number; poll_after_ms: number; pass: null }
  | { state: 'admitted'; position: 0; pass: string; expires_at: number };

const PURPOSE = 'pass';

/**
 * The waiting rooms. A place belongs to one account at one event; people are let in by the clock, in the order
 * they came, `wait_per_second` of them a second. The pass at the end serves that account alone.
 */
export class WaitingRoom {
  private readonly places = new Map<string, number>();
  private readonly lastAdmission = new Map<string, number>();
  private readonly signer: Signer;
  private readonly clock: () => number;

  constructor(signer: Signer, clock: () => number) {
    this.signer = signer;
    this.clock = clock;
  }

  /** Joins, or answers the place there is. */
  join(eventGuid: string, account: string, behaviour: Behaviour): QueueAnswer {
    if (!behaviour.waiting_room) return { state: 'open', position: 0, pass: null };
    const subject = `${eventGuid}\n${account}`;
    const now = this.clock();
    const place = this.places.get(subject);
    if (place === undefined || place + behaviour.pass_ms <= now) {
      const after = (this.lastAdmission.get(eventGuid) ?? 0) + 1000 / behaviour.wait_per_second;
      const admittedAt = Math.max(now + behaviour.wait_min_ms, after);
      this.places.set(subject, admittedAt);
      this.lastAdmission.set(eventGuid, admittedAt);
    }
    return this.look(eventGuid, account, behaviour) ?? { state: 'open', position: 0, pass: null };
  }

  /** The account's place, or null when it never joined (or its pass is over). */
  look(eventGuid: string, account: string, behaviour: Behaviour): QueueAnswer | null {
    if (!behaviour.waiting_room) return { state: 'open', position: 0, pass: null };
    const subject = `${eventGuid}\n${account}`;
    const admittedAt = this.places.get(subject);
    const now = this.clock();
    if (admittedAt === undefined || admittedAt + behaviour.pass_ms <= now) return null;
    if (admittedAt > now) {
      const position = Math.max(1, Math.ceil(((admittedAt - now) * behaviour.wait_per_second) / 1000));
      return {
        state: 'waiting',
        position,
        poll_after_ms: Math.min(1000, Math.max(100, admittedAt - now)),
        pass: null,
      };
    }
    const expiresAt = admittedAt + behaviour.pass_ms;
    return {
      state: 'admitted',
      position: 0,
      pass: this.signer.sign(PURPOSE, subject, expiresAt),
      expires_at: expiresAt,
    };
  }

  /** Whether the pass lets this account buy at this event. */
  admits(pass: string | null, eventGuid: string, account: string, behaviour: Behaviour): boolean {
    if (!behaviour.waiting_room) return true;
    return pass !== null && this.signer.read(PURPOSE, pass, this.clock()) === `${eventGuid}\n${account}`;
  }

  /** Everyone leaves: a new scenario begins. */
  clear(): void {
    this.places.clear();
    this.lastAdmission.clear();
  }
}

import type { Behaviour } from './scenario.ts';
import type { Signer } from './signing.ts';

/** An account's status in an event's waiting room. */
export type QueueStatus =
  | { state: 'open'; position: 0; pass: null }
  | { state: 'waiting'; position: number; poll_after_ms: number; pass: null }
  | { state: 'admitted'; position: 0; pass: string; expires_at: number };

const PURPOSE = 'pass';

/**
 * The waiting rooms of all events. Accounts are admitted in the order in which they joined, `wait_per_second`
 * per second. The pass is valid for one account at one event.
 */
export class WaitingRoom {
  private readonly admissions = new Map<string, number>();
  private readonly lastAdmissionByEvent = new Map<string, number>();
  private readonly signer: Signer;
  private readonly clock: () => number;

  constructor(signer: Signer, clock: () => number) {
    this.signer = signer;
    this.clock = clock;
  }

  /** Joins the waiting room; returns the current status if the account has already joined. */
  join(eventGuid: string, account: string, behaviour: Behaviour): QueueStatus {
    if (!behaviour.waiting_room) return { state: 'open', position: 0, pass: null };
    const subject = `${eventGuid}\n${account}`;
    const now = this.clock();
    const current = this.admissions.get(subject);
    if (current === undefined || current + behaviour.pass_ms <= now) {
      const after = (this.lastAdmissionByEvent.get(eventGuid) ?? 0) + 1000 / behaviour.wait_per_second;
      const admittedAt = Math.max(now + behaviour.wait_min_ms, after);
      this.admissions.set(subject, admittedAt);
      this.lastAdmissionByEvent.set(eventGuid, admittedAt);
    }
    return this.status(eventGuid, account, behaviour) ?? { state: 'open', position: 0, pass: null };
  }

  /** Returns the account's status; null if it hasn't joined or its pass has expired. */
  status(eventGuid: string, account: string, behaviour: Behaviour): QueueStatus | null {
    if (!behaviour.waiting_room) return { state: 'open', position: 0, pass: null };
    const subject = `${eventGuid}\n${account}`;
    const admittedAt = this.admissions.get(subject);
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

  /** Returns whether the pass is valid for this account at this event. */
  admits(pass: string | null, eventGuid: string, account: string, behaviour: Behaviour): boolean {
    if (!behaviour.waiting_room) return true;
    return pass !== null && this.signer.verify(PURPOSE, pass, this.clock()) === `${eventGuid}\n${account}`;
  }

  /** Removes all accounts from all waiting rooms. */
  clear(): void {
    this.admissions.clear();
    this.lastAdmissionByEvent.clear();
  }
}

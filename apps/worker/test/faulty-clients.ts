/** A console's clients with one fault each: what a worker is like whose author has overlooked a rule. */
import { ConsoleClient, ConsoleRefused, LeaseLost } from '../src/console-client.ts';
import type { Failure, Hold, HoldAnswer, LeaseAnswer, LeaseRequest, Report } from '../src/protocol.ts';

/** Never beats. */
export class Silent extends ConsoleClient {
  override heartbeat = () => Promise.resolve({ commands: [], expires_at: '' });
}

/** Receives commands and ignores them. */
export class Deaf extends ConsoleClient {
  override async heartbeat(leaseId: string) {
    return { ...(await super.heartbeat(leaseId)), commands: [] };
  }
  override async report(leaseId: string, report: Report) {
    const { task } = await super.report(leaseId, report);
    return { task: { ...task, status: 'running', paused: false } };
  }
  override async lease(request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> {
    const { leases } = await super.lease({ ...request, leases: [] }, signal);
    return { leases };
  }
}

/** Goes on as if the lease were its own. */
export class Stubborn extends ConsoleClient {
  override hold(leaseId: string, hold: Hold): Promise<HoldAnswer> {
    return super.hold(leaseId, hold).catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) throw error;
      return { holds: hold.seats.map((seat, index) => ({ ...seat, id: index + 1 })) };
    });
  }
  override heartbeat(leaseId: string) {
    return super.heartbeat(leaseId).catch(() => ({ commands: [], expires_at: '' }));
  }
}

/** Gives up when the console is away. */
export class Impatient extends ConsoleClient {
  override hold(leaseId: string, hold: Hold): Promise<HoldAnswer> {
    return super.hold(leaseId, hold).catch((error: unknown) => {
      throw error instanceof LeaseLost ? error : new ConsoleRefused(0, '', 'gave up');
    });
  }
}

/** Has a key of its own at the site for each try. */
export class Forgetful extends ConsoleClient {
  override async lease(request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> {
    const { leases } = await super.lease(request, signal);
    return { leases: leases.map((lease) => ({ ...lease, order_key: lease.lease_id })) };
  }
}

/** Takes every order that isn't paid yet as one that won't be. */
export class Hasty extends ConsoleClient {
  override fail(leaseId: string, failure: Failure): Promise<void> {
    return failure.message.includes('holds')
      ? super.settle(leaseId, { paid: false })
      : super.fail(leaseId, failure);
  }
}

/** Says of every order that it wasn't paid. */
export class Careless extends ConsoleClient {
  override fail(leaseId: string, failure: Failure): Promise<void> {
    return super.fail(leaseId, { ...failure, unpaid: true });
  }
}

/** Comes back at once, whatever the site says. */
export class Pushy extends ConsoleClient {
  override fail(leaseId: string, { message }: Failure): Promise<void> {
    return super.fail(leaseId, { message });
  }
}

/** Keeps seats that the customer may not have. */
export class Greedy extends ConsoleClient {
  override hold(leaseId: string, hold: Hold): Promise<HoldAnswer> {
    return super.hold(leaseId, hold).catch((error: unknown) => {
      throw error instanceof ConsoleRefused ? new Error('kept') : error;
    });
  }
}

/** Never reports held seats. */
export class Secretive extends ConsoleClient {
  override hold(_leaseId: string, hold: Hold): Promise<HoldAnswer> {
    return Promise.resolve({ holds: hold.seats.map((seat, index) => ({ ...seat, id: 900 + index })) });
  }
}

/** Treats seats that the lease lists as already reported. */
export class Presuming extends ConsoleClient {
  override async lease(request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> {
    const { leases } = await super.lease(request, signal);
    return {
      leases: leases.map((lease) =>
        lease.holds.length > 0 ? { ...lease, task: { ...lease.task, status: 'carted' } } : lease,
      ),
    };
  }
}

/** Puts the password into a message to the console. */
export class Talkative extends ConsoleClient {
  private word = '';
  override async lease(request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> {
    const answer = await super.lease(request, signal);
    this.word = answer.leases[0]?.login.password ?? this.word;
    return answer;
  }
  override report(leaseId: string, report: Report) {
    return super.report(leaseId, { ...report, message: `Signing in with ${this.word}` });
  }
}

/** Sends fields that the console doesn't know. */
export class Chatty extends ConsoleClient {
  override report(leaseId: string, report: Report) {
    return super.report(leaseId, { ...report, mood: 'fine' } as typeof report).catch(() => ({
      task: { id: 1, name: '', paused: false, seats_to_set: 2, status: 'running' },
    }));
  }
}

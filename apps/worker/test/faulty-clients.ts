/** Clients of the console with one fault each: workers that break one rule of the protocol. */
import { ConsoleClient, ConsoleRejected, LeaseLost } from '../src/console-client.ts';
import type {
  Checked,
  Failure,
  Hold,
  HoldAnswer,
  LeaseAnswer,
  LeaseRequest,
  Report,
} from '../src/protocol.ts';

/** Sends no heartbeats. */
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

/** Continues after its lease was lost. */
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

/** Gives up when the console is unreachable. */
export class Impatient extends ConsoleClient {
  override hold(leaseId: string, hold: Hold): Promise<HoldAnswer> {
    return super.hold(leaseId, hold).catch((error: unknown) => {
      throw error instanceof LeaseLost ? error : new ConsoleRejected(0, '', 'gave up');
    });
  }
}

/** Uses a different order key at the site for each attempt. */
export class Forgetful extends ConsoleClient {
  override async lease(request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> {
    const { leases } = await super.lease(request, signal);
    return { leases: leases.map((lease) => ({ ...lease, order_key: lease.lease_id })) };
  }
}

/** Settles every order that isn't paid yet as unpaid. */
export class Hasty extends ConsoleClient {
  override fail(leaseId: string, failure: Failure): Promise<void> {
    return failure.message.includes('holds')
      ? super.settle(leaseId, { paid: false })
      : super.fail(leaseId, failure);
  }
}

/** Reports every order as unpaid. */
export class Careless extends ConsoleClient {
  override fail(leaseId: string, failure: Failure): Promise<void> {
    return super.fail(leaseId, { ...failure, unpaid: true });
  }
}

/** Retries at once and ignores the site's Retry-After. */
export class Pushy extends ConsoleClient {
  override fail(leaseId: string, { message }: Failure): Promise<void> {
    return super.fail(leaseId, { message });
  }
}

/** Keeps seats beyond the customer's limit. */
export class Greedy extends ConsoleClient {
  override hold(leaseId: string, hold: Hold): Promise<HoldAnswer> {
    return super.hold(leaseId, hold).catch((error: unknown) => {
      throw error instanceof ConsoleRejected ? new Error('kept') : error;
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
  private password = '';
  override async lease(request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> {
    const answer = await super.lease(request, signal);
    this.password = answer.leases[0]?.login.password ?? this.password;
    return answer;
  }
  override report(leaseId: string, report: Report) {
    return super.report(leaseId, { ...report, message: `Signing in with ${this.password}` });
  }
}

/** Sends fields that the console doesn't know. */
export class Chatty extends ConsoleClient {
  override report(leaseId: string, report: Report) {
    return super.report(leaseId, { ...report, unknown: 'value' } as typeof report).catch(() => ({
      task: { id: 1, name: '', paused: false, seats_to_set: 2, status: 'running' },
    }));
  }
}

/** Reports every login as active. */
export class Trusting extends ConsoleClient {
  override checked(leaseId: string): Promise<void> {
    return super.checked(leaseId, { result: 'active', message: null });
  }
}

/** Takes a check for a task, and holds seats with its login. */
export class Eager extends ConsoleClient {
  override async lease(request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> {
    const { leases, checks = [], commands } = await super.lease(request, signal);
    const tasks = checks.map((check) => ({
      ...check,
      mode: 'hold' as const,
      order_key: check.lease_id,
      task: { id: 1, name: '', paused: false, seats_to_set: 2, status: 'running' },
      event: { id: 1, guid: 'worker-check', name: '', max_per_customer: null },
      holds: [],
      expires_at: '',
    }));
    return { leases: [...leases, ...tasks], checks: [], commands };
  }
}

/** Reports a result where the site said nothing about the login. */
export class Guessing extends ConsoleClient {
  override fail(leaseId: string): Promise<void> {
    return super.checked(leaseId, { result: 'unknown' } satisfies Checked);
  }
}

/** Doesn't say that it can check logins. */
export class Unable extends ConsoleClient {
  override lease({ checks: _, ...request }: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> {
    return super.lease(request, signal);
  }
}

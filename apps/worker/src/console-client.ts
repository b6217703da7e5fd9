import type {
  Checked,
  ErrorBody,
  Failure,
  HeartbeatAnswer,
  Hold,
  HoldAnswer,
  LeaseAnswer,
  LeaseRequest,
  Purchase,
  Release,
  Report,
  Settlement,
  TaskAnswer,
} from './protocol.ts';

/** The lease is lost: another worker may have the task. Nothing more may be written anywhere. */
export class LeaseLost extends Error {}

/** The console is unreachable or not ready: the same call may succeed later. */
export class ConsoleUnavailable extends Error {
  /** The console's Retry-After in ms. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs = 0) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The console rejected the call, and would reject it again. */
export class ConsoleRejected extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const CALL_MS = 10_000;
/** Codes of a hold that the console refuses, while the lease is kept. */
const refusedSeats = ['LIMIT_REACHED', 'BUDGET_REACHED'];

/** One console, one token. Each method is one request; repeating one is safe by the protocol. */
export class ConsoleClient {
  private readonly base: string;
  private readonly token: string;
  /** The traces of the leases that this process holds, so that its reports continue them. */
  private readonly traceparents = new Map<string, string>();

  constructor(tesseraUrl: string, token: string) {
    this.base = `${tesseraUrl}/api/worker/v1`;
    this.token = token;
  }

  /** Waits at the console for tasks and commands. Throws ConsoleAway, ConsoleRefused (a revoked token: 401 or 403). */
  async lease(request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> {
    const limit = AbortSignal.timeout((request.wait_s + 10) * 1000);
    const answer = await this.post<LeaseAnswer>('lease', request, AbortSignal.any([signal, limit]));
    for (const { lease_id, traceparent } of answer.leases)
      if (traceparent) this.traceparents.set(lease_id, traceparent);
    return answer;
  }

  /** Makes the reports of a lease children of another span than that of the lease. */
  continueTrace(leaseId: string, traceparent: string): void {
    this.traceparents.set(leaseId, traceparent);
  }

  /** The task of the lease is over: its trace ends. */
  forget(leaseId: string): void {
    this.traceparents.delete(leaseId);
  }

  /** Extends the lease, and returns the pending commands. */
  heartbeat(leaseId: string): Promise<HeartbeatAnswer> {
    return this.write(leaseId, 'heartbeat', {});
  }

  report(leaseId: string, report: Report): Promise<TaskAnswer> {
    return this.write(leaseId, 'report', report);
  }

  /** Throws ConsoleRejected with LIMIT_REACHED or BUDGET_REACHED when the seats may not be held. */
  hold(leaseId: string, hold: Hold): Promise<HoldAnswer> {
    return this.write(leaseId, 'hold', hold);
  }

  async purchase(leaseId: string, purchase: Purchase): Promise<void> {
    await this.write(leaseId, 'purchase', purchase);
  }

  async fail(leaseId: string, failure: Failure): Promise<void> {
    await this.write(leaseId, 'fail', failure);
  }

  async release(leaseId: string, release: Release): Promise<void> {
    await this.write(leaseId, 'release', release);
  }

  async settle(leaseId: string, settlement: Settlement): Promise<void> {
    await this.write(leaseId, 'settle', settlement);
  }

  async checked(leaseId: string, checked: Checked): Promise<void> {
    await this.write(leaseId, 'checked', checked);
  }

  private async write<T>(leaseId: string, what: string, body: object): Promise<T> {
    try {
      const traceparent = this.traceparents.get(leaseId);
      return await this.post<T>(
        `leases/${leaseId}/${what}`,
        body,
        AbortSignal.timeout(CALL_MS),
        traceparent ? { traceparent } : {},
      );
    } catch (error) {
      const lost =
        error instanceof ConsoleRejected &&
        [401, 403, 404, 409].includes(error.status) &&
        !refusedSeats.includes(error.code);
      throw lost ? new LeaseLost(error.message) : error;
    }
  }

  private async post<T>(
    path: string,
    body: object,
    signal: AbortSignal,
    headers: Record<string, string> = {},
  ): Promise<T> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${this.base}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal,
      });
      text = await response.text();
    } catch (error) {
      throw new ConsoleUnavailable(error instanceof Error ? error.message : 'no answer');
    }
    if (response.ok) return (text === '' ? null : JSON.parse(text)) as T;
    if (response.status >= 500 || response.status === 429 || response.status < 400) {
      const after = Number(response.headers.get('retry-after'));
      throw new ConsoleUnavailable(`the console answered ${response.status}`, after > 0 ? after * 1000 : 0);
    }
    const { code, message } = errorBody(text);
    throw new ConsoleRejected(
      response.status,
      code ?? '',
      message ?? `the console answered ${response.status}`,
    );
  }
}

function errorBody(text: string): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    return {};
  }
}

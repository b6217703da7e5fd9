import type { AllowedHosts } from '../allowed-hosts.ts';

/** An unsuccessful response of the site, or none (`status` 0). */
export class SiteProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface SiteOrder {
  status: 'held' | 'paid' | 'lapsed' | 'released';
  currency: string;
  seats: { area: string; row: string; seat: string; price: number }[];
  expires_at: string;
  reference: string | null;
  basket_url: string;
}

export type QueuePlace =
  | { state: 'open' | 'admitted'; position: number; pass: string | null }
  | { state: 'waiting'; position: number; poll_after_ms: number };

export interface SeatRequest {
  order_key: string;
  event_guid: string;
  quantity: number;
  areas: string[] | null;
  price_levels: string[] | null;
  pass: string | null;
}

const CALL_MS = 10_000;

const queuePath = (eventGuid: string): string => `/api/events/${encodeURIComponent(eventGuid)}/queue`;

/** The sandbox's API for one signed-in account. Redirects are not followed, because they could leave the allow list. */
export class SandboxClient {
  private readonly origin: string;
  private token: string | null = null;
  private readonly rehearsalAttempt: number | null;

  /**
   * `rehearsalAttempt`: in a rehearsal the number of the task's try, on which the sandbox's decisions depend. Throws
   * HostRefused before any connection.
   */
  constructor(siteUrl: string, hosts: AllowedHosts, rehearsalAttempt: number | null = null) {
    this.origin = hosts.originOf(siteUrl);
    this.rehearsalAttempt = rehearsalAttempt;
  }

  async signIn(email: string, password: string): Promise<void> {
    const { token } = await this.call<{ token: string }>('POST', '/api/sessions', { email, password });
    this.token = token;
  }

  /** The order with this key, or null. */
  async findOrder(orderKey: string): Promise<SiteOrder | null> {
    try {
      return await this.call<SiteOrder>('GET', `/api/orders/${encodeURIComponent(orderKey)}`);
    } catch (error) {
      if (error instanceof SiteProblem && error.status === 404) return null;
      throw error;
    }
  }

  /** Joins the event's waiting room, or returns the current position. */
  joinQueue(eventGuid: string): Promise<QueuePlace> {
    return this.call<QueuePlace>('POST', queuePath(eventGuid));
  }

  /** The current position; joins again if the site has forgotten it. */
  async queuePosition(eventGuid: string): Promise<QueuePlace> {
    try {
      return await this.call<QueuePlace>('GET', queuePath(eventGuid));
    } catch (error) {
      if (error instanceof SiteProblem && error.status === 404) return this.joinQueue(eventGuid);
      throw error;
    }
  }

  hold(request: SeatRequest): Promise<SiteOrder> {
    return this.call<SiteOrder>('POST', '/api/orders', request);
  }

  pay(orderKey: string, paymentToken: string): Promise<SiteOrder> {
    const path = `/api/orders/${encodeURIComponent(orderKey)}/pay`;
    return this.call<SiteOrder>('POST', path, { payment_token: paymentToken });
  }

  /** Releases held seats. */
  async giveBack(orderKey: string): Promise<void> {
    await this.call('DELETE', `/api/orders/${encodeURIComponent(orderKey)}`);
  }

  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = new Headers();
    if (this.token !== null) headers.set('authorization', `Bearer ${this.token}`);
    if (this.rehearsalAttempt !== null) headers.set('x-rehearsal-attempt', String(this.rehearsalAttempt));
    if (body !== undefined) headers.set('content-type', 'application/json');
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.origin + path, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(CALL_MS),
      });
      text = await response.text();
    } catch {
      throw new SiteProblem(0, 'NO_ANSWER', 'The site does not answer', null);
    }
    if (response.ok) return JSON.parse(text) as T;
    throw problemOf(response, text);
  }
}

function problemOf(response: Response, text: string): SiteProblem {
  if (response.status < 400) {
    return new SiteProblem(
      response.status,
      'REDIRECT',
      'The site leads elsewhere; redirects are not followed',
      null,
    );
  }
  const after = Number(response.headers.get('retry-after') ?? Number.NaN);
  let body: { code?: string; message?: string } = {};
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    // A proxy's error page, for example; the status is enough.
  }
  const message = body.message ?? `The site answered ${response.status}`;
  return new SiteProblem(response.status, body.code ?? '', message, Number.isFinite(after) ? after : null);
}

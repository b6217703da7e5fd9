/**
 * The worker protocol on the wire (contract section 8): `/api/worker/v1`, JSON, a worker token as the bearer.
 * Only what this worker reads is listed; the console may answer more.
 */

export type TaskMode = 'hold' | 'buy';

/** `POST lease`. Waits up to `wait_s` seconds for the first task. */
export interface LeaseRequest {
  worker: string;
  capacity: number;
  sites?: number[];
  wait_s: number;
}

/** Text, list or map: a template's areas and price levels have come in each form. Null or empty: any. */
export type Choice = string | readonly string[] | Readonly<Record<string, unknown>> | null;

export interface LeasedTask {
  id: number;
  name: string | null;
  status: string;
  paused: boolean;
  seats_to_set: number | null;
  event_areas?: Choice;
  event_price_levels?: Choice;
}

/** The login with the secrets its own task needs, opened. */
export interface LeasedLogin {
  id: number;
  name: string;
  user: string | null;
  email: string | null;
  supporter_id: string | null;
  password: string | null;
  /** Payment token; for tasks of mode `buy`. */
  card: string | null;
}

export interface LeasedSite {
  id: number;
  name: string;
  url: string;
  config: Readonly<Record<string, unknown>>;
}

export interface LeasedEvent {
  id: number;
  guid: string;
  name: string;
  max_per_customer: number | null;
}

/** A live hold that an earlier run of the task left. */
export interface LeasedHold {
  id: number;
  area: string | null;
  row: string | null;
  seat: string | null;
}

export interface Lease {
  lease_id: string;
  /** The task's own for good: the worker's key at the site. */
  order_key: string;
  mode: TaskMode;
  task: LeasedTask;
  login: LeasedLogin;
  site: LeasedSite;
  event: LeasedEvent;
  holds: LeasedHold[];
  /** ISO instant on the database's clock. */
  expires_at: string;
}

export interface LeaseAnswer {
  leases: Lease[];
}

export type CommandName = 'stop' | 'pause' | 'resume';

export interface HeartbeatAnswer {
  commands: { command: CommandName; at: string | null }[];
  expires_at: string;
}

export interface Report {
  status: 'running' | 'waiting_room';
  message: string | null;
  queue_position?: number | null;
}

export interface HeldSeat {
  area: string;
  row: string;
  seat: string;
  price: number;
  currency: string;
}

export interface Hold {
  seats: HeldSeat[];
  expires_at: string;
  /** Absolute address of the basket, on the site's own host. */
  basket: string;
}

export interface HoldAnswer {
  holds: { id: number; area: string; row: string; seat: string }[];
}

export interface Purchase {
  tickets: { hold_id: number; ticket_reference: string | null }[];
}

export interface Failure {
  message: string;
  retry_after_s?: number;
}

export interface TaskAnswer {
  task: LeasedTask;
}

/** The error body of every route (contract section 1), as far as a worker needs it. */
export interface ErrorBody {
  code?: string;
  message?: string;
}

/**
 * The types of the worker protocol. They are generated from the committed OpenAPI document, and narrowed here to the fields
 * that this worker reads, since responses may have more.
 */
import type {
  CheckedDto,
  ErrorBody as FullErrorBody,
  FailDto,
  HeartbeatAnswer,
  HoldAnswer,
  HoldDto,
  LeaseCommand,
  LeasedEvent as FullEvent,
  LeasedHold as FullHold,
  LeasedLogin,
  LeasedSite as FullSite,
  LeaseDto,
  LeaseRequestDto,
  LoginCheckLease,
  PurchaseDto,
  ReleaseDto,
  ReportDto,
  RunningLeaseDto,
  SettleDto,
  TaskDto,
} from './generated/types.gen.ts';

export type { HeartbeatAnswer, HoldAnswer, LeasedLogin };

export type TaskMode = LeaseDto['mode'];
export type LeaseRequest = LeaseRequestDto & { wait_s: number };
/** A lease that this worker runs, with the last command that it has acknowledged. */
export type RunningLease = RunningLeaseDto;
export type CommandName = HeartbeatAnswer['commands'][number]['command'];
export type Report = ReportDto;
export type Hold = HoldDto;
export type HeldSeat = HoldDto['seats'][number];
export type Purchase = PurchaseDto;
export type Failure = FailDto;
export type Release = ReleaseDto;
export type Settlement = SettleDto;
export type Checked = CheckedDto;
/** A login to sign in with, and nothing more. */
export type CheckLease = Pick<LoginCheckLease, 'lease_id' | 'login'> & { site: LeasedSite };

/** Areas or price levels of a template, which can be text, a list or a map. Null or empty: any. */
export type Choice = string | readonly string[] | Readonly<Record<string, unknown>> | null;

export type LeasedTask = Pick<TaskDto, 'id' | 'name' | 'paused' | 'seats_to_set'> & {
  status: string;
  retry_count?: number;
  event_areas?: Choice;
  event_price_levels?: Choice;
};
export type LeasedSite = Pick<FullSite, 'id' | 'name' | 'url' | 'config'>;
export type LeasedEvent = Pick<FullEvent, 'id' | 'guid' | 'name' | 'max_per_customer'>;
/** A live hold of an earlier run of the task. */
export type LeasedHold = Pick<FullHold, 'id' | 'area' | 'row' | 'seat'>;

export type Lease = Pick<LeaseDto, 'lease_id' | 'order_key' | 'mode' | 'login' | 'expires_at'> & {
  /** What may be spent on the task; older consoles send none. */
  budget?: LeaseDto['budget'];
  /** W3C trace context of what started the run; older consoles send none. */
  traceparent?: string | null;
  task: LeasedTask;
  site: LeasedSite;
  event: LeasedEvent;
  holds: LeasedHold[];
};

export interface LeaseAnswer {
  leases: Lease[];
  /** Missing from consoles of earlier versions. */
  checks?: CheckLease[];
  /** Missing from consoles of earlier versions, which send commands only with the heartbeat. */
  commands?: LeaseCommand[];
}

export interface TaskAnswer {
  task: LeasedTask;
}

/** The error body of every route, as far as a worker needs it. */
export type ErrorBody = Partial<Pick<FullErrorBody, 'code' | 'message'>>;

import { Bool, Enum, Id, Ids, Instant, Int, Json, Money, Text } from '../platform/http/fields';
import { Currency } from '../platform/http/text-fields';
import { TicketDto } from '../purchases';
import {
  type CheckResult,
  checkResults,
  type ReportedFailureKind,
  reportedFailureKinds,
  TaskDto,
  taskModes,
} from '../work';

/** `settle`: the worker only checks at the site whether the order of a finished task was paid. */
const leaseModes = [...taskModes, 'settle'] as const;
type LeaseMode = (typeof leaseModes)[number];

const commands = ['stop', 'pause', 'resume'] as const;
type Command = (typeof commands)[number];

/** A lease that the worker runs, and the last command that it has acknowledged for it. */
export class RunningLeaseDto {
  @Text({ max: 36, example: '42424242-4242-4242-8242-424242424242' }) lease_id: string;
  @Enum(commands, {
    optional: true,
    nullable: true,
    description: 'The last command that the worker has applied; null for none',
  })
  acknowledged_command?: Command | null;
  @Enum(commands, {
    optional: true,
    nullable: true,
    deprecated: true,
    description: 'The former name of `acknowledged_command`, accepted until the next release',
  })
  heeded?: Command | null;
}

/** Body of `POST /worker/v1/lease`: waits up to `wait_s` seconds for the first task, or the first command. */
export class LeaseRequestDto {
  @Text({ max: 120, example: 'worker-1' }) worker: string;
  @Int({
    min: 0,
    max: 200,
    description: 'How many more tasks it can run; 0 waits only for commands',
    example: 5,
  })
  capacity: number;
  @Ids({ optional: true }) sites?: number[];
  @Int({ min: 0, max: 60, optional: true, example: 20 }) wait_s?: number;
  @Text({
    max: 60,
    optional: true,
    nullable: true,
    description: "The worker's own version, shown to administrators",
    example: '1.4.0',
  })
  version?: string | null;
  @Bool({ optional: true, description: 'It takes no more tasks and finishes those it has' })
  draining?: boolean;
  @Bool({ optional: true, description: 'It supports leases of mode `settle`' })
  settles?: boolean;
  @Bool({ optional: true, description: 'It supports leases of mode `check`' })
  checks?: boolean;
  @Json({
    items: RunningLeaseDto,
    max: 200,
    optional: true,
    description: 'The leases that it runs; with pending commands the request returns at once',
  })
  leases?: RunningLeaseDto[];
}

/** The login of a lease, with only those secrets that its task needs, decrypted. */
export class LeasedLogin {
  @Id() id: number;
  @Text({ example: 'buyer@quayside.example' }) name: string;
  @Text({ nullable: true, example: 'buyer' }) user: string | null;
  @Text({ nullable: true, example: 'buyer@quayside.example' }) email: string | null;
  @Text({ nullable: true, example: '100200' }) supporter_id: string | null;
  @Text({ nullable: true, example: 'lantern-over-quiet-water-7' }) password: string | null;
  @Text({
    nullable: true,
    description: 'Payment token; only for tasks of mode buy',
    example: 'Visa ending 4242',
  })
  card: string | null;
}

export class LeasedSite {
  @Id() id: number;
  @Text({ example: 'Harbour Tickets' }) name: string;
  @Text({ example: 'https://tickets.example' }) url: string;
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Json({ example: {} }) config: Record<string, unknown>;
}

export class LeasedEvent {
  @Id() id: number;
  @Text({ example: 'harbour-northgate-2026' }) guid: string;
  @Text({ example: 'Harbour City v Northgate Rovers' }) name: string;
  @Text({ nullable: true, example: 'https://tickets.example' }) url: string | null;
  @Int({ nullable: true, example: 4 }) max_per_customer: number | null;
  @Text({ nullable: true, example: 'adult' }) price_type: string | null;
  @Json({ nullable: true, example: { 'North Stand': 1, 'East Stand': 2 } }) price_levels: Record<
    string,
    unknown
  > | null;
}

/** A live hold of the task from an earlier run. */
export class LeasedHold {
  @Id() id: number;
  @Text({ nullable: true, example: 'North Stand' }) area: string | null;
  @Text({ nullable: true, example: 'F' }) row: string | null;
  @Text({ nullable: true, example: '14' }) seat: string | null;
  @Money({ nullable: true, example: 42.5 }) price: number | null;
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Text({ nullable: true, example: 'https://tickets.example/basket/9f2c' }) basket: string | null;
  @Instant() expires_at: string;
}

/** What a worker may spend on its task now. The console decides when seats are held. */
export class LeasedBudget {
  @Text({ example: 'GBP' }) currency: string;
  @Money({
    nullable: true,
    description: 'In all, beside the seats that are held; null: no budget',
    example: 310,
  })
  left: number | null;
  @Money({ nullable: true, description: 'On each seat; null: no budget', example: 60 }) per_seat:
    number | null;
}

/** A task that this worker has until `expires_at`, which each heartbeat extends. */
export class LeaseDto {
  @Text({ example: '42424242-4242-4242-8242-424242424242' }) lease_id: string;
  @Text({
    description: "Never changes for a task: the worker's idempotency key at the site",
    example: '0c9b1d52-6f5e-4a47-9a43-0d2f0b6f1f10',
  })
  order_key: string;
  @Enum(leaseModes) mode: LeaseMode;
  @Json({ type: TaskDto }) task: TaskDto;
  @Json({ type: LeasedLogin }) login: LeasedLogin;
  @Json({ type: LeasedSite }) site: LeasedSite;
  @Json({ type: LeasedEvent }) event: LeasedEvent;
  @Json({ items: LeasedHold }) holds: LeasedHold[];
  @Json({ type: LeasedBudget, nullable: true, description: 'Null: no budget applies' })
  budget: LeasedBudget | null;
  @Instant() expires_at: string;
  @Text({
    nullable: true,
    description:
      'W3C trace context of what started the run; send it, or a child of it, with the calls of this lease',
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  })
  traceparent: string | null;
}

/** A person's pending command, which the worker should apply. */
export class WorkerCommand {
  @Enum(commands, { example: 'stop' }) command: Command;
  @Instant({ nullable: true }) at: string | null;
}

/** A pending command and its lease. */
export class LeaseCommand extends WorkerCommand {
  @Text({ example: '42424242-4242-4242-8242-424242424242' }) lease_id: string;
}

/** A check of a login: the worker signs in at the site, changes nothing there, and answers with `checked`. */
export class LoginCheckLease {
  @Text({ example: '42424242-4242-4242-8242-424242424242' }) lease_id: string;
  @Enum(['check'] as const) mode: 'check';
  @Json({ type: LeasedLogin, description: 'Without a payment token' }) login: LeasedLogin;
  @Json({ type: LeasedSite }) site: LeasedSite;
  @Instant() expires_at: string;
}

/** Answer of `POST /worker/v1/lease`. */
export class LeaseAnswer {
  @Json({ items: LeaseDto }) leases: LeaseDto[];
  @Json({ items: LoginCheckLease, description: 'Only for a worker that sends `checks`' })
  checks: LoginCheckLease[];
  @Json({ items: LeaseCommand }) commands: LeaseCommand[];
}

export class HeartbeatAnswer {
  @Json({ items: WorkerCommand }) commands: WorkerCommand[];
  @Instant() expires_at: string;
}

/** Body of `report`. */
export class ReportDto {
  @Enum(['running', 'waiting_room'] as const) status: 'running' | 'waiting_room';
  @Text({ max: 500, lines: true, optional: true, nullable: true, example: 'Seats held' }) message?:
    string | null;
  @Int({ min: 0, optional: true, nullable: true }) queue_position?: number | null;
}

/** A seat that the worker holds at the site. */
export class SeatDto {
  @Text({ max: 100, example: 'North Stand' }) area: string;
  @Text({ max: 40, example: 'F' }) row: string;
  @Text({ max: 40, example: '14' }) seat: string;
  @Money({ example: 42.5 }) price: number;
  @Currency({ optional: true, nullable: true, example: 'GBP' }) currency?: string | null;
}

/** Body of `hold`. */
export class HoldDto {
  @Json({ items: SeatDto, max: 50 }) seats: SeatDto[];
  @Instant() expires_at: string;
  @Text({ max: 2000, optional: true, nullable: true, example: 'https://tickets.example/basket/9f2c' })
  basket?: string | null;
}

/** A statement of a worker that pays, when it ends its lease. */
const Unpaid = () =>
  Bool({ optional: true, description: 'Nothing was paid under this lease, and no payment is under way' });

/** A hold in the response of `hold`. */
export class HeldSeat {
  @Id() id: number;
  @Text({ example: 'North Stand' }) area: string;
  @Text({ example: 'F' }) row: string;
  @Text({ example: '14' }) seat: string;
}

/** Answer of `hold`: the same ids for the same seats. */
export class HoldAnswer {
  @Json({ items: HeldSeat }) holds: HeldSeat[];
}

/** A seat that was paid. */
export class PaidSeatDto {
  @Id() hold_id: number;
  @Text({ max: 120, optional: true, nullable: true, example: 'HB-204417' }) ticket_reference?: string | null;
}

/** Body of `purchase`. */
export class PurchaseDto {
  @Json({ items: PaidSeatDto, max: 50 }) tickets: PaidSeatDto[];
}

/** Body of `fail`. */
export class FailDto {
  @Text({ max: 500, lines: true, example: 'The site answered 503' }) message: string;
  @Int({ min: 0, max: 86_400, optional: true, nullable: true, example: 30 }) retry_after_s?: number | null;
  @Enum(reportedFailureKinds, { optional: true, nullable: true, description: 'Null: none of them' })
  kind?: ReportedFailureKind | null;
  @Unpaid() unpaid?: boolean;
}

/** Body of `release`. */
export class ReleaseDto {
  @Unpaid() unpaid?: boolean;
}

/** Body of `settle`: the site's final response about the order. */
export class SettleDto {
  @Bool({ description: 'False: the site has no such order, or it expired or was released unpaid' })
  paid: boolean;
  @Json({ items: SeatDto, max: 50, optional: true, description: 'The seats that were paid' })
  seats?: SeatDto[];
  @Text({ max: 120, optional: true, nullable: true, example: 'HB-204417' }) ticket_reference?: string | null;
}

/** Body of `checked`. */
export class CheckedDto {
  @Enum(checkResults, {
    description: '`code_needed`: the site asks for a code; `unknown`: it answered something else',
  })
  result: CheckResult;
  @Text({ max: 500, lines: true, optional: true, nullable: true, example: 'The account is locked' })
  message?: string | null;
}

/** Answer of `report`. */
export class TaskAnswer {
  @Json({ type: TaskDto }) task: TaskDto;
}

/** Answer of `fail`. */
export class FailAnswer {
  @Json({ type: TaskDto, nullable: true, description: 'Null: the lease was a check of a login' })
  task: TaskDto | null;
}

/** Answer of `purchase` and `settle`: the same tickets for the same holds. */
export class PurchaseAnswer {
  @Json({ items: TicketDto }) tickets: TicketDto[];
}

import { type TaskCommand, taskCommands } from '@tessera/domain';
import { Bool, Enum, Id, Instant, Int, Json, Text } from '../../platform/http/fields';
import { type FailureKind, failureKinds } from './failure-kinds';
import { OnSaleQuery, OnSaleTotal } from './on-sale.dto';

/** Changes that a hand-over note lists, by their action in the audit log; the second list is for those who may read it. */
export const openChanges = [
  'event.payer_on',
  'event.payer_off',
  'event.payers_ask',
  'job.launch',
  'job.update',
  'job.delete',
  'job.restore',
] as const;
export const auditedChanges = ['event.budget', 'event.update', 'realm.pause', 'realm.resume'] as const;
const handOverChanges = [...openChanges, ...auditedChanges] as const;

/** Query of `GET /on-sale/{eventId}/hand-over`. */
export class HandOverQuery extends OnSaleQuery {
  @Instant({ description: 'The start of the period, which ends now' }) since: string;
}

/** Baskets, and the seats in them. */
export class HandOverBaskets {
  @Int() baskets: number;
  @Int() seats: number;
}

/** What one person, or the workers together, paid. */
export class HandOverPayer extends HandOverBaskets {
  @Text({ nullable: true, description: 'Null: workers', example: 'Nel Harper' }) who: string | null;
}

/** Purchases recorded in the period. */
export class HandOverPaid extends HandOverBaskets {
  @Json({ items: OnSaleTotal, description: 'Per currency' }) totals: OnSaleTotal[];
  @Json({ items: HandOverPayer, description: 'The largest first' }) by: HandOverPayer[];
}

/** Baskets that are held now. */
export class HandOverOpen extends HandOverBaskets {
  @Instant({ nullable: true }) next_expires_at: string | null;
}

/** Failed attempts of one kind. */
export class HandOverFailures {
  @Enum(failureKinds) kind: FailureKind;
  @Int() count: number;
}

/** A command that one person gave to tasks of one job, in the period. */
export class HandOverCommand {
  @Instant({ description: 'The last time' }) at: string;
  @Text({ example: 'Nel Harper' }) who: string;
  @Enum(taskCommands) what: TaskCommand;
  @Id({ nullable: true, description: 'Null: tasks without a job' }) job_id: number | null;
  @Text({ nullable: true, example: 'Two seats each, Saturday' }) job_name: string | null;
  @Int() tasks: number;
}

/** A change of the event, of a job, or of who pays. */
export class HandOverChange {
  @Instant() at: string;
  @Text({ example: 'Nel Harper' }) who: string;
  @Enum(handOverChanges) what: (typeof handOverChanges)[number];
  @Id({ nullable: true }) job_id: number | null;
  @Text({ nullable: true, example: 'Two seats each, Saturday' }) job_name: string | null;
  @Json({ nullable: true, description: 'Former values: target, budget, start, or the tasks of a launch' })
  before: Record<string, unknown> | null;
  @Json({ nullable: true }) after: Record<string, unknown> | null;
}

/** What happened at an event since somebody looked away, and what is open: the facts of a hand-over note. Nothing of it is stored. */
export class HandOverDto {
  @Instant() from: string;
  @Instant({ description: "Now, by the server's clock" }) to: string;
  @Json({ type: HandOverPaid }) paid: HandOverPaid;
  @Int({ description: 'Seats whose record of purchase was reversed' }) reversed_seats: number;
  @Json({ type: HandOverBaskets, description: 'Expired unpaid' }) expired: HandOverBaskets;
  @Json({ type: HandOverBaskets, description: 'Held in the period, whatever became of them' })
  held: HandOverBaskets;
  @Json({ items: HandOverFailures, description: 'The largest first' }) failures: HandOverFailures[];
  @Json({ items: HandOverCommand, description: 'The last 100, oldest first' }) commands: HandOverCommand[];
  @Json({ items: HandOverChange, description: 'The last 100, oldest first' }) changes: HandOverChange[];
  @Bool({ description: 'Whether budgets, settings of the event and pauses are among the changes' })
  reads_audit: boolean;
  @Json({ type: HandOverOpen }) open: HandOverOpen;
}

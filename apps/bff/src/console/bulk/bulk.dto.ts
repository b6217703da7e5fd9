import { taskCommands, type TaskStatus, taskStatuses } from '@tessera/domain';
import { Bool, Enum, Id, Ids, Instant, Int, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { BulkStep, BulkTaskSettings, TaskListQuery } from '../../work';
import { type BulkReasonCode, bulkReasonCodes } from './bulk-reason-texts';

/**
 * Commands over many tasks. `mark_bought` records the held seats of each as purchased; `mark_tasks_bought` only marks tasks,
 * whose logins must hold no seats for the event; `edit` changes settings; `duplicate` copies tasks; `delete` stops unfinished
 * tasks first; `restore` undoes deletions.
 */
const bulkCommands = [
  ...taskCommands,
  'mark_bought',
  'mark_tasks_bought',
  'edit',
  'duplicate',
  'delete',
  'restore',
] as const;
export type BulkCommand = (typeof bulkCommands)[number];

/** States of a bulk operation; the last two are final. */
const bulkStates = ['queued', 'running', 'done', 'aborted'] as const;
export type BulkState = (typeof bulkStates)[number];

/** Why a bulk command skips tasks, and how many. */
export class BulkReason {
  @Enum(bulkReasonCodes, { example: 'LIMIT_REACHED' }) code: BulkReasonCode;
  @Text({ example: 'Seats held' }) message: string;
  @Int() count: number;
  @Enum(taskStatuses, {
    nullable: true,
    description:
      'With INVALID_STATE: the status that does not allow the command; null once an operation has started',
  })
  status: TaskStatus | null;
}

/** The result of a bulk command for one task. */
export class BulkResult {
  @Id() task_id: number;
  @Text({
    description: '`done`, `already` (no effect), or the code of the reason it was skipped',
    example: 'done',
  })
  result: string;
  @Id({ nullable: true, description: 'With `duplicate`: the copy' }) copy_id: number | null;
}

/** Settings of `duplicate`. */
export class BulkCopy {
  @Text({ max: 40, raw: true, optional: true, description: 'Appended to their names; ` copy` by default' })
  suffix?: string;
  @Bool({ optional: true, description: 'Start the copies at once' }) start?: boolean;
}

/** The result of an operation for one task. */
export class BulkItem extends BulkResult {
  @Text({
    nullable: true,
    description: "The task's name; null once the task is deleted for good",
    example: 'Quayside Desk',
  })
  name: string | null;
}

/** A bulk command that runs in batches in the background. Its owner sees the progress on the live stream, topic `bulk`. */
export class BulkOperationDto {
  @Id() id: number;
  @Id() realm_id: number;
  @Id({ nullable: true }) user_id: number | null;
  @Text({ description: 'Who requested it', example: 'owner@quayside.example' }) who: string;
  @Enum(bulkCommands, { example: 'stop' }) command: BulkCommand;
  @Enum(bulkStates) state: BulkState;
  @Int({ example: 85 }) total: number;
  @Int() done: number;
  @Int() passed_over: number;
  @Json({ items: BulkReason }) reasons: BulkReason[];
  @Instant() created_at: string;
  @Instant() updated_at: string;
  @Instant({ nullable: true }) finished_at: string | null;
}

/** Answer of `POST /tasks/bulk`: the results, or the operation that runs the command. */
export class BulkAnswer {
  @Int() eligible: number;
  @Int() ineligible: number;
  @Json({ items: BulkReason }) reasons: BulkReason[];
  @Json({
    items: BulkResult,
    description:
      'By task; with `preview` the tasks that the filter matches now; empty when an operation runs the command',
  })
  results: BulkResult[];
  @Ids({ max: 10_000, description: 'The sites of the eligible tasks' }) site_ids: number[];
  @Ids({ max: 10_000, description: 'The events of the eligible tasks' }) event_ids: number[];
  @Json({ description: 'Number of eligible tasks by status' }) eligible_by_status: Record<string, number>;
  @Int({
    description:
      'Seats that the eligible tasks hold now; counted for `stop`, `delete`, `mark_bought` and `mark_tasks_bought`',
  })
  held_seats: number;
  @Json({
    items: BulkStep,
    description: 'Commands that undo it, in this order; empty when it cannot be undone',
  })
  undo: BulkStep[];
  @Json({ type: BulkOperationDto, nullable: true }) operation: BulkOperationDto | null;
}

/** A bulk command with its settings: `change` for `edit` only, `copy` for `duplicate` only. */
export interface BulkRequest {
  command: BulkCommand;
  change: BulkTaskSettings | null;
  copy: BulkCopy | null;
  /** `mark_bought`: also baskets that somebody else pays. */
  override_claims: boolean;
  /** `mark_bought`: also seats that are recorded already; those records are reversed. */
  replace_records: boolean;
}

/** Body of `POST /tasks/bulk`: a command over ids, or over a filter, which is resolved to ids at the request. */
export class BulkTasksDto {
  @Enum(bulkCommands, { example: 'stop' }) command: BulkCommand;
  @Ids({ optional: true, min: 1, max: 10_000, example: [120, 121] }) ids?: number[];
  @Json({ type: TaskListQuery, optional: true, description: 'The filters of GET /tasks' })
  filter?: TaskListQuery;
  @Json({
    type: BulkTaskSettings,
    optional: true,
    description: 'With `edit`: the fields to set, at least one',
  })
  change?: BulkTaskSettings;
  @Json({ type: BulkCopy, optional: true, description: 'With `duplicate`' }) copy?: BulkCopy;
  @Bool({ optional: true, description: 'With `mark_bought`: also baskets that somebody else pays now' })
  override?: boolean;
  @Bool({
    optional: true,
    description: 'With `mark_bought`: also seats that are recorded already; older records are reversed',
  })
  replace?: boolean;
  @Bool({ optional: true, description: 'Only preview; `edit` then needs no `change`' }) preview?: boolean;
}

/** Filters of `GET /tasks/bulk/{id}/results`. */
export class BulkResultsQuery extends ListQuery {
  @Text({ optional: true, description: '`pending`, `done`, `already` or codes; `!` in front excludes' })
  result?: string;
}

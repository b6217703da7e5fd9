import { taskCommands, taskStatuses, type TaskStatus } from '@tessera/domain';
import { Bool, Enum, Id, Ids, Instant, Int, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { bulkReasonCodes, type BulkReasonCode } from './bulk-reason-texts';
import { TaskListQuery, TaskSettings, BulkStep } from '../tasks';

/**
 * What can be done to many tasks at a time. `mark_bought` records what each holds as purchased;
 * `mark_tasks_bought` marks tasks alone whose login holds no seats for the event; `edit` changes what they
 * are to do; `duplicate` makes another of each; `delete` stops those that aren't finished first; `restore` undoes deletions.
 */
export const bulkCommands = [
  ...taskCommands,
  'mark_bought',
  'mark_tasks_bought',
  'edit',
  'duplicate',
  'delete',
  'restore',
] as const;
export type BulkCommand = (typeof bulkCommands)[number];

/** Where a bulk operation is; the last two are its ends. */
export const bulkStates = ['queued', 'running', 'done', 'aborted'] as const;
export type BulkState = (typeof bulkStates)[number];

/** Why tasks of a bulk are passed over, and how many. */
export class BulkReason {
  @Enum(bulkReasonCodes, { example: 'LIMIT_REACHED' }) code: BulkReasonCode;
  @Text({ example: 'Seats held' }) message: string;
  @Int() count: number;
  @Enum(taskStatuses, {
    nullable: true,
    description: 'The status that does not allow it, with INVALID_STATE; null once an operation has begun',
  })
  status: TaskStatus | null;
}

/** What a bulk did to one task. */
export class BulkResult {
  @Id() task_id: number;
  @Text({ description: '`done`, `already`, or the code of the refusal', example: 'done' }) result: string;
  @Id({ nullable: true, description: 'Of `duplicate`: the task that was made of it' }) copy_id: number | null;
}

/** How `duplicate` makes another of a task. */
export class BulkCopy {
  @Text({
    max: 40,
    raw: true,
    optional: true,
    description: 'What their names end with; ` copy` when left out',
  })
  suffix?: string;
  @Bool({ optional: true, description: 'Start them at once' }) start?: boolean;
}

/** What became of one task of an operation. */
export class BulkItem extends BulkResult {
  @Text({ nullable: true, description: "The task's name, as long as it is known", example: 'Quayside Desk' })
  name: string | null;
}

/** A bulk that is worked through bit by bit. Its owner hears of its progress over the live stream, topic `bulk`. */
export class BulkOperationDto {
  @Id() id: number;
  @Id() realm_id: number;
  @Id({ nullable: true }) user_id: number | null;
  @Text({ description: 'Who asked for it', example: 'owner@quayside.example' }) who: string;
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

/** Answer of `POST /tasks/bulk`: what was done at once, or what is about to be done by an operation. */
export class BulkAnswer {
  @Int() eligible: number;
  @Int() ineligible: number;
  @Json({ items: BulkReason }) reasons: BulkReason[];
  @Json({
    items: BulkResult,
    description:
      'Per task: with `preview` the ids that a filter means now; empty while an operation works them through',
  })
  results: BulkResult[];
  @Ids({ max: 10_000, description: 'The sites of the eligible tasks' }) site_ids: number[];
  @Ids({ max: 10_000, description: 'Their events' }) event_ids: number[];
  @Json({ description: 'Number of eligible tasks by status' }) eligible_by_status: Record<string, number>;
  @Int({
    description:
      'Seats that they hold now; counted for `stop`, `delete`, `mark_bought` and `mark_tasks_bought`',
  })
  held_seats: number;
  @Json({ items: BulkStep, description: 'What undoes it, in this order; empty when nothing does' })
  undo: BulkStep[];
  @Json({ type: BulkOperationDto, nullable: true }) operation: BulkOperationDto | null;
}

/** What is to be done to the tasks of a bulk; `change` of an `edit` and `copy` of a `duplicate` alone. */
export interface BulkRequest {
  command: BulkCommand;
  change: TaskSettings | null;
  copy: BulkCopy | null;
}

/** Body of `POST /tasks/bulk`: a command over ids, or over a filter frozen to ids when it is asked. */
export class BulkTasksDto {
  @Enum(bulkCommands, { example: 'stop' }) command: BulkCommand;
  @Ids({ optional: true, min: 1, max: 10_000, example: [120, 121] }) ids?: number[];
  @Json({ type: TaskListQuery, optional: true, description: 'Filters as GET /tasks takes them' })
  filter?: TaskListQuery;
  @Json({ type: TaskSettings, optional: true, description: 'With `edit`: the fields to set, at least one' })
  change?: TaskSettings;
  @Json({ type: BulkCopy, optional: true, description: 'With `duplicate`' }) copy?: BulkCopy;
  @Bool({ optional: true, description: 'Tell alone; `edit` needs no `change` then' }) preview?: boolean;
}

/** Filters of `GET /tasks/bulk/{id}/results`. */
export class BulkResultsQuery extends ListQuery {
  @Text({ optional: true, description: '`pending`, `done`, `already` or codes; `!` in front excludes' })
  result?: string;
}

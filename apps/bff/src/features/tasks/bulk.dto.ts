import { taskCommands } from '@tessera/access';
import { Bool, Enum, Id, Ids, Instant, Int, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { TaskListQuery } from './tasks.dto';

/**
 * What can be done to many tasks at a time. `mark_bought` records what each holds as purchased; `delete` stops those that
 * aren't finished first.
 */
export const bulkCommands = [...taskCommands, 'mark_bought', 'delete'] as const;
export type BulkCommand = (typeof bulkCommands)[number];

/** Where a bulk operation is; the last two are its ends. */
export const bulkStates = ['queued', 'running', 'done', 'aborted'] as const;
export type BulkState = (typeof bulkStates)[number];

/** Why tasks of a bulk are passed over, and how many. */
export class BulkReason {
  @Text() code: string;
  @Text() message: string;
  @Int() count: number;
}

/** What a bulk did to one task. */
export class BulkResult {
  @Id() task_id: number;
  @Text({ description: '`done`, `already`, or the code of the refusal' }) result: string;
}

/** What became of one task of an operation. */
export class BulkItem extends BulkResult {
  @Text({ nullable: true, description: "The task's name, as long as it is known" }) name: string | null;
}

/** A bulk that is worked through bit by bit. Its owner hears of its progress over the live stream, topic `bulk`. */
export class BulkOperationDto {
  @Id() id: number;
  @Id() realm_id: number;
  @Id({ nullable: true }) user_id: number | null;
  @Text({ description: 'Who asked for it' }) who: string;
  @Enum(bulkCommands) command: BulkCommand;
  @Enum(bulkStates) state: BulkState;
  @Int() total: number;
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
  @Json({ items: BulkResult, description: 'Per task; empty while an operation works them through' })
  results: BulkResult[];
  @Json({ type: BulkOperationDto, nullable: true }) operation: BulkOperationDto | null;
}

/** Body of `POST /tasks/bulk`: a command over ids, or over a filter frozen to ids when it is asked. */
export class BulkTasksDto {
  @Enum(bulkCommands) command: BulkCommand;
  @Ids({ optional: true, min: 1, max: 10_000 }) ids?: number[];
  @Json({ type: TaskListQuery, optional: true, description: 'Filters as GET /tasks takes them' })
  filter?: TaskListQuery;
  @Bool({ optional: true }) preview?: boolean;
}

/** Filters of `GET /tasks/bulk/{id}/results`. */
export class BulkResultsQuery extends ListQuery {
  @Text({ optional: true, description: '`pending`, `done`, `already` or codes; `!` in front excludes' })
  result?: string;
}

import type { TaskStatus } from '@tessera/domain';
import { Json } from '../../platform/http/fields';

/** How many tasks match, by status; a status without any is left out. */
export class TaskCountsDto {
  @Json({
    schema: { type: 'object', additionalProperties: { type: 'integer' } },
    description: 'Number of tasks by status; a status without any is left out',
  })
  counts: Partial<Record<TaskStatus, number>>;
}

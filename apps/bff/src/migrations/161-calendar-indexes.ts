import { ConcurrentIndexes } from './concurrent-indexes';

/** Finds the on-sales and the scheduled jobs of a week without reading those of other years. */
export class CalendarIndexes extends ConcurrentIndexes {
  readonly name = 'CalendarIndexes1763600000161';
  protected readonly indexes = {
    events_on_sale: 'events (on_sale_at, id) WHERE on_sale_at IS NOT NULL AND deleted_at IS NULL',
    jobs_scheduled: 'jobs (scheduled_at, id) WHERE scheduled_at IS NOT NULL AND deleted_at IS NULL',
  };
}

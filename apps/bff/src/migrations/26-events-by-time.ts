import { SqlMigration } from './sql-migration';

/**
 * What happened since a moment, for the dashboard: events are written in the order of time, so a block range index finds
 * them and costs a write next to nothing.
 */
export class EventsByTime extends SqlMigration {
  readonly name = 'EventsByTime1763600000026';
  protected readonly sql = `
CREATE INDEX task_events_at ON task_events USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
`;
}

import { IndexMigration, SqlMigration } from './sql-migration';

/** Guids are unique within a site among the events that people work with: an event of a rehearsal takes none of them. */
export class EventGuids extends IndexMigration {
  readonly name = 'EventGuids1763600000201';
  protected readonly index = 'events_guid';
  protected readonly sql = `CREATE UNIQUE INDEX CONCURRENTLY events_guid ON events (site_id, guid)
  WHERE deleted_at IS NULL AND (created_by_realm_id IS NULL OR created_by_realm_id < 1000000000)`;
}

/** Drops the index that counted the events of rehearsals too. */
export class OldEventGuids extends SqlMigration {
  readonly name = 'OldEventGuids1763600000202';
  readonly transaction = false;
  protected readonly sql = 'DROP INDEX CONCURRENTLY IF EXISTS events_guid_key';
}

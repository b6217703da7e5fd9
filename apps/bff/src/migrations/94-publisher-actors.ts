import { SqlMigration } from './sql-migration';

/** Publishers of modules as actors in the audit log. Existing rows met the stricter check, so they aren't read again. */
export class PublisherActors extends SqlMigration {
  readonly name = 'PublisherActors1763600000094';
  protected readonly sql = `
ALTER TABLE audit
  DROP CONSTRAINT audit_actor_kind_check,
  ADD CONSTRAINT audit_actor_kind_check CHECK (actor_kind IN ('user', 'worker', 'publisher', 'system')) NOT VALID;
`;
}

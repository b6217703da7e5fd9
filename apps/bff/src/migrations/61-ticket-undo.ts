import { SqlMigration } from './sql-migration';

/** Who set a ticket's status last and when, so that the same person can undo it for a moment. */
export class TicketUndo extends SqlMigration {
  readonly name = 'TicketUndo1763600000061';
  protected readonly sql = `
ALTER TABLE tickets
  ADD COLUMN status_changed_at timestamptz,
  ADD COLUMN status_changed_by int REFERENCES users ON DELETE SET NULL;
CREATE INDEX tickets_status_changed_by ON tickets (status_changed_by);
`;
}

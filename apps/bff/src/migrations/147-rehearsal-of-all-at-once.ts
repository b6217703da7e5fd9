import { SqlMigration } from './sql-migration';

/** A rehearsal with everything that an on-sale can bring. Existing rows met the stricter check, so they aren't read again. */
export class RehearsalOfAllAtOnce extends SqlMigration {
  readonly name = 'RehearsalOfAllAtOnce1763600000147';
  protected readonly sql = `
ALTER TABLE rehearsals
  DROP CONSTRAINT rehearsals_scenario_check,
  ADD CONSTRAINT rehearsals_scenario_check CHECK (scenario IN (
    'calm', 'rush', 'waiting_room', 'sell_out', 'too_many_requests', 'lapses', 'outage', 'all_at_once')) NOT VALID;
`;
}

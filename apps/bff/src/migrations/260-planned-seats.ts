import { SqlMigration } from './sql-migration';

/** How many seats a launch is for: what a job without a target wants must not follow what becomes of its tasks. */
export class PlannedSeats extends SqlMigration {
  readonly name = 'PlannedSeats1763600000260';
  protected readonly sql = `
ALTER TABLE jobs ADD seats_planned int;
COMMENT ON COLUMN jobs.seats_planned IS 'Seats that the tasks of the launch were to win; null: launched before this was stored';
`;
}

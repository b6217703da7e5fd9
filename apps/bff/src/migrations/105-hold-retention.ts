import { SqlMigration } from './sql-migration';

/** Holds that lapsed or were removed are deleted after a time, as other records are. */
export class HoldRetention extends SqlMigration {
  readonly name = 'HoldRetention1763600000105';
  protected readonly sql = `GRANT DELETE ON holds TO tessera_all;`;
}

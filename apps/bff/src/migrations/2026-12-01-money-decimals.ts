import { SqlMigration } from './sql-migration';

/** Prices have as many decimals as their currency: yen none, dinars three. */
export class MoneyDecimals extends SqlMigration {
  readonly name = 'MoneyDecimals1796083200001';
  override readonly allowedLocks = {
    type: 'A number without a precision is stored alike: PostgreSQL rewrites neither rows nor indexes',
  };
  protected readonly sql = `
ALTER TABLE holds ALTER price TYPE numeric;
ALTER TABLE tickets ALTER price TYPE numeric;
`;
}

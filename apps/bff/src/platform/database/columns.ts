import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** An identity column: only the database chooses ids. The driver returns a `bigint` as text. */
export const IdColumn = (type: 'int' | 'bigint' = 'int') =>
  PrimaryGeneratedColumn('identity', { type, generatedIdentity: 'ALWAYS' });

/**
 * The version behind a row's ETag. The trigger `bump_version` increments it only when a column changes that people see;
 * TypeORM's version column would change with every write.
 */
export const RowVersionColumn = () => Column({ type: 'int', default: 1, insert: false, update: false });

/** When a row was inserted, by the database's clock. */
export const CreatedAtColumn = () =>
  Column({ type: 'timestamptz', default: () => 'now()', insert: false, update: false });

/** When a row last changed, by the database's clock; set by the trigger `bump_version`. */
export const UpdatedAtColumn = CreatedAtColumn;

/** Reads PostgreSQL's bigint and numeric, which the driver returns as text, as numbers. */
export const numberFromText = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** An amount of money that may be missing: as many decimals as its currency has. */
export const AmountColumn = (comment?: string) =>
  Column({ type: 'numeric', nullable: true, transformer: numberFromText, ...(comment && { comment }) });

import * as list from './list';
import type { SqlMigration } from './sql-migration';

/** By the 13 digits at the end of its name, the order in which TypeORM runs migrations. */
const orderOf = (Migration: new () => SqlMigration): number => Number(new Migration().name.slice(-13));

/** Every migration, in the order in which it runs. */
export const migrations = Object.values(list).sort((a, b) => orderOf(a) - orderOf(b));

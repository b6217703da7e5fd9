import type { EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import type { Tx } from './transactions';

/** Inserts one row and returns the id that the database chose. */
export async function insertRow<E extends ObjectLiteral & { id: number }>(
  tx: Tx,
  entity: EntityTarget<E>,
  row: QueryDeepPartialEntity<E>,
): Promise<number> {
  const { identifiers } = await tx.manager.insert(entity, row);
  const id: unknown = identifiers[0]?.id;
  if (typeof id !== 'number') throw new Error('An insert returns its id');
  return id;
}

/** Changes the given columns of one row; undefined leaves a column as it is. */
export async function updateRow<E extends ObjectLiteral>(
  tx: Tx,
  entity: EntityTarget<E>,
  id: number,
  change: QueryDeepPartialEntity<E>,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await tx.manager.update(entity, id, change);
}

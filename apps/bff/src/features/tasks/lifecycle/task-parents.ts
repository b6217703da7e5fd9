import { taskParents, type TaskParent } from '@tessera/domain';
import type { Tx } from '../../../platform/database/transactions';
import { Problem } from '../../../platform/errors/problem';

/** Of these tasks those that can't be started again, with what of theirs was deleted, the widest first. */
export async function findDeletedParents(
  tx: Tx,
  taskIds: readonly number[],
): Promise<ReadonlyMap<number, TaskParent>> {
  const rows = await tx.query<{ id: number; deleted: TaskParent }>(
    `SELECT t.id, CASE WHEN s.deleted_at IS NOT NULL THEN 'site' WHEN e.deleted_at IS NOT NULL THEN 'event'
       ELSE 'login' END AS deleted
     FROM tasks t
     JOIN sites s ON s.id = t.site_id
     JOIN events e ON e.id = t.event_id
     JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
     WHERE t.id = ANY ($1::int[])
       AND (s.deleted_at IS NOT NULL OR e.deleted_at IS NOT NULL OR l.deleted_at IS NOT NULL)`,
    [taskIds],
  );
  return new Map(rows.map(({ id, deleted }) => [id, deleted]));
}

/** Why a task can't be started, in a word for lists of tasks: `LOGIN_DELETED`. */
export const deletedParentCode = <G extends TaskParent>(deleted: G): `${Uppercase<G>}_DELETED` =>
  `${deleted.toUpperCase() as Uppercase<G>}_DELETED`;
export const deletedParentCodes = taskParents.map((ground) => deletedParentCode(ground));

/** The same in words. */
export const deletedParentText = (deleted: TaskParent): string => `Its ${deleted} was deleted`;

/** 409 CONFLICT that names what was deleted (migration 18 says the same of what is made at that instant). */
export const parentDeletedError = (deleted: TaskParent): Problem =>
  new Problem('CONFLICT', `${deletedParentText(deleted)}: it can't be started again`, {
    reason: 'PARENT_DELETED',
    context: { field: `${deleted}_id` },
  });

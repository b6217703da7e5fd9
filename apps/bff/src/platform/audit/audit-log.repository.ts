import type { Tx } from '../database/transactions';
import type { Actor } from '../realm-scope/scope';
import type { AuditAction } from './actions';

/** An entry as it is stored, without its actor. */
type AuditRow = {
  realm_id: number | null;
  action: AuditAction;
  entity: string;
  entity_id: string | null;
  before: object | null;
  after: object | null;
};

/** Appends entries of one actor to the audit log, in one statement. */
export async function insertAuditRows(tx: Tx, rows: readonly AuditRow[], actor: Actor): Promise<void> {
  const { kind, userId, label, role, sessionId, requestId, address } = actor;
  await tx.execute(
    `INSERT INTO audit (realm_id, actor_kind, actor_id, who, role, session_id, request_id, address, action, entity,
       entity_id, before, after)
     SELECT e.realm_id, $2, $3, left($4, 320), $5, $6, left($7, 200), left($8, 100), e.action, e.entity, e.entity_id,
       e.before, e.after
     FROM jsonb_to_recordset($1::jsonb) AS e(realm_id int, action text, entity text, entity_id text, before jsonb,
       after jsonb)`,
    [JSON.stringify(rows), kind, userId, label, role, sessionId, requestId, address],
  );
}

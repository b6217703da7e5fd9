import type { AuditAction } from '../../platform/audit/actions';
import { type AuditEntry, auditAll } from '../../platform/audit/audit';
import type { Tx } from '../../platform/database/transactions';
import { makerMayInvite } from '../invitations';
import type { Notice } from '../notifications';
import { securityNotice } from '../auth';

/** Whether the user may still do what needs an administrator. */
const ADMIN = `EXISTS (SELECT FROM users m WHERE m.id = $1 AND m.role = 'admin' AND m.status = 'active')`;
/** Whether the user may still command tasks of realm `o.realm_id`. */
const MAY_COMMAND = `EXISTS (SELECT FROM users m WHERE m.id = $1 AND m.status = 'active'
  AND (m.role = 'admin' OR m.role = 'realm_owner' AND m.realm_id = o.realm_id))`;

type Withdrawn = { id: number; realm_id: number | null; name?: string };

/**
 * Ends what an account gave out and may give no longer: pending invitations, worker tokens, bulk operations under way.
 * Call it after every change of role, status or realm, and with `deleted` before an account is deleted. Answers the
 * notices for the other administrators, who have to replace the worker tokens.
 */
export async function withdrawGrants(
  tx: Tx,
  user: { id: number; email: string },
  { deleted = false } = {},
): Promise<Notice[]> {
  const unless = (right: string) => (deleted ? 'true' : `NOT ${right}`);
  const invitations = await tx.query<Withdrawn>(
    `UPDATE invitations i SET revoked_at = now()
     WHERE i.created_by = $1 AND i.used_at IS NULL AND i.revoked_at IS NULL AND ${unless(makerMayInvite)}
     RETURNING i.id, i.realm_id`,
    [user.id],
  );
  const tokens = await tx.query<Withdrawn>(
    `UPDATE worker_tokens SET revoked_at = now()
     WHERE created_by = $1 AND revoked_at IS NULL AND ${unless(ADMIN)} RETURNING id, NULL::int AS realm_id, name`,
    [user.id],
  );
  const operations = await tx.query<Withdrawn>(
    `UPDATE bulk_operations o SET state = 'aborted', finished_at = now()
     WHERE o.user_id = $1 AND o.state IN ('queued', 'running') AND ${unless(MAY_COMMAND)} RETURNING o.id, o.realm_id`,
    [user.id],
  );
  await auditAll(tx, [
    ...entries('invitation.revoke', 'invitation', invitations),
    ...entries('worker_token.revoke', 'worker_token', tokens),
    ...entries('bulk_operation.abort', 'bulk_operation', operations),
  ]);
  return tokens.length === 0 ? [] : tokenNotices(tx, user, tokens);
}

/** A view shared with one realm says nothing to another: it stays its maker's. */
export const unshareViews = (tx: Tx, userId: number): Promise<number> =>
  tx.execute('UPDATE saved_views SET shared = false WHERE user_id = $1 AND shared', [userId]);

const entries = (action: AuditAction, entity: string, rows: readonly Withdrawn[]): AuditEntry[] =>
  rows.map(({ id, realm_id }) => ({ action, entity, entity_id: id, realm_id }));

async function tokenNotices(
  tx: Tx,
  user: { id: number; email: string },
  tokens: readonly Withdrawn[],
): Promise<Notice[]> {
  const names = tokens.map(({ name }) => name).join(', ');
  const admins = await tx.query<{ id: number }>(
    `SELECT id FROM users WHERE role = 'admin' AND status = 'active' AND id <> $1`,
    [user.id],
  );
  return admins.map(({ id }) => ({
    ...securityNotice(id, 'worker_tokens_revoked', { email: user.email, tokens: names }),
    path: '/workers',
  }));
}

import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { type AuditEntry, auditAll } from '../../platform/audit/audit';
import type { Tx } from '../../platform/database/transactions';
import { securityNotification } from '../auth';
import { InvitationsRepository } from '../invitations';
import type { NotificationDraft } from '../notifications';

/** Whether the user may still do what needs an administrator. */
const IS_ADMIN = `EXISTS (SELECT FROM users m WHERE m.id = $1 AND m.role = 'admin' AND m.status = 'active')`;
/** Whether the user may still command tasks of realm `o.realm_id`. */
const MAY_COMMAND = `EXISTS (SELECT FROM users m WHERE m.id = $1 AND m.status = 'active'
  AND (m.role = 'admin' OR m.role = 'realm_owner' AND m.realm_id = o.realm_id))`;

type Revoked = { id: number; realm_id: number | null; name?: string };
type Grantor = { id: number; email: string };

/** Revokes what an account granted and may no longer grant. */
@Injectable()
export class GrantRevocation {
  constructor(private readonly invitations: InvitationsRepository) {}

  /**
   * Revokes pending invitations and worker tokens, and aborts running bulk operations. Call it after every change of role,
   * status or realm, and with `deleted` before an account is deleted. Returns notifications for the other administrators,
   * who have to replace the worker tokens.
   */
  async revoke(tx: Tx, user: Grantor, { deleted = false } = {}): Promise<NotificationDraft[]> {
    const unless = (right: string) => (deleted ? 'true' : `NOT ${right}`);
    const invitations = await this.invitations.revokePendingOf(tx, user.id, { all: deleted });
    const tokens = await tx.query<Revoked>(
      `UPDATE worker_tokens SET revoked_at = now()
       WHERE created_by = $1 AND revoked_at IS NULL AND ${unless(IS_ADMIN)} RETURNING id, NULL::int AS realm_id, name`,
      [user.id],
    );
    const operations = await tx.query<Revoked>(
      `UPDATE bulk_operations o SET state = 'aborted', finished_at = now()
       WHERE o.user_id = $1 AND o.state IN ('queued', 'running') AND ${unless(MAY_COMMAND)} RETURNING o.id, o.realm_id`,
      [user.id],
    );
    await auditAll(tx, [
      ...auditEntries('invitation.revoke', 'invitation', invitations),
      ...auditEntries('worker_token.revoke', 'worker_token', tokens),
      ...auditEntries('bulk_operation.abort', 'bulk_operation', operations),
    ]);
    return tokens.length === 0 ? [] : tokenNotifications(tx, user, tokens);
  }
}

const auditEntries = (action: AuditAction, entity: string, rows: readonly Revoked[]): AuditEntry[] =>
  rows.map(({ id, realm_id }) => ({ action, entity, entity_id: id, realm_id }));

async function tokenNotifications(
  tx: Tx,
  user: Grantor,
  tokens: readonly Revoked[],
): Promise<NotificationDraft[]> {
  const names = tokens.map(({ name }) => name).join(', ');
  const admins = await tx.query<{ id: number }>(
    `SELECT id FROM users WHERE role = 'admin' AND status = 'active' AND id <> $1`,
    [user.id],
  );
  return admins.map(({ id }) => ({
    ...securityNotification(id, 'worker_tokens_revoked', { email: user.email, tokens: names }),
    path: '/workers',
  }));
}

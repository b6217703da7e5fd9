import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { auditAll, type AuditEntry } from '../../platform/audit/audit';
import type { Tx } from '../../platform/database/transactions';
import { securityNotification } from '../auth';
import { BulkRepository } from '../bulk';
import { InvitationsRepository } from '../invitations';
import type { NotificationDraft } from '../notifications';
import { WorkerTokensRepository } from '../workers';
import { UsersRepository } from './users.repository';

/** Revokes what an account granted and may no longer grant. */
@Injectable()
export class GrantRevocation {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly workerTokens: WorkerTokensRepository,
    private readonly bulks: BulkRepository,
    private readonly users: UsersRepository,
  ) {}

  /**
   * Revokes pending invitations and worker tokens, and aborts running bulk operations. Call it after every change of role,
   * status or realm, and with `deleted` before an account is deleted. Returns notifications for the other administrators,
   * who have to replace the worker tokens.
   */
  async revoke(
    tx: Tx,
    user: { id: number; email: string },
    { deleted = false } = {},
  ): Promise<NotificationDraft[]> {
    const invitations = await this.invitations.revokePendingOf(tx, user.id, { all: deleted });
    const tokens = await this.workerTokens.revokeOfUser(tx, user.id, { all: deleted });
    const operations = await this.bulks.abortOfUser(tx, user.id, { all: deleted });
    await auditAll(tx, [
      ...auditEntries('invitation.revoke', 'invitation', invitations),
      ...auditEntries('worker_token.revoke', 'worker_token', tokens),
      ...auditEntries('bulk_operation.abort', 'bulk_operation', operations),
    ]);
    if (tokens.length === 0) return [];
    const params = { email: user.email, tokens: tokens.map(({ name }) => name).join(', ') };
    const administrators = await this.users.findOtherAdministrators(tx, user.id);
    return administrators.map((id) => ({
      ...securityNotification(id, 'worker_tokens_revoked', params),
      path: '/workers',
    }));
  }
}

const auditEntries = (
  action: AuditAction,
  entity: string,
  rows: readonly { id: number; realm_id?: number | null }[],
): AuditEntry[] => rows.map(({ id, realm_id = null }) => ({ action, entity, entity_id: id, realm_id }));

import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { auditAll, type AuditEntry } from '../../platform/audit/audit';
import type { Tx } from '../../platform/database/transactions';
import { securityNotification } from '../auth';
import { BulkRepository } from '../bulk';
import { InvitationsRepository } from '../invitations';
import { PublishersRepository } from '../modules';
import type { NotificationDraft } from '../notifications';
import { WorkerTokensRepository } from '../workers';
import { UsersRepository } from './users.repository';

/** Revokes what an account granted and may no longer grant. */
@Injectable()
export class GrantRevocation {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly workerTokens: WorkerTokensRepository,
    private readonly publishers: PublishersRepository,
    private readonly bulks: BulkRepository,
    private readonly users: UsersRepository,
  ) {}

  /**
   * Revokes pending invitations and tokens of workers and publishers, and aborts running bulk operations. Call it after every change of role,
   * status or realm, and with `deleted` before an account is deleted. Returns notifications for the other administrators,
   * who have to replace the tokens.
   */
  async revoke(
    tx: Tx,
    user: { id: number; email: string },
    { deleted = false } = {},
  ): Promise<NotificationDraft[]> {
    const invitations = await this.invitations.revokePendingOf(tx, user.id, { all: deleted });
    const tokens = await this.workerTokens.revokeOfUser(tx, user.id, { all: deleted });
    const publisherTokens = await this.publishers.revokeTokensOfUser(tx, user.id, { all: deleted });
    const operations = await this.bulks.abortOfUser(tx, user.id, { all: deleted });
    await auditAll(tx, [
      ...auditEntries('invitation.revoke', 'invitation', invitations),
      ...auditEntries('worker_token.revoke', 'worker_token', tokens),
      ...publisherTokens.map(({ publisher_id, name }) => tokenEntry(publisher_id, name)),
      ...auditEntries('bulk_operation.abort', 'bulk_operation', operations),
    ]);
    const revoked = [
      { kind: 'worker_tokens_revoked', names: tokens, path: '/workers' },
      { kind: 'publisher_tokens_revoked', names: publisherTokens, path: '/modules' },
    ] as const;
    const due = revoked.filter(({ names }) => names.length > 0);
    if (due.length === 0) return [];
    const administrators = await this.users.findOtherAdministrators(tx, user.id);
    return due.flatMap(({ kind, names, path }) => {
      const params = { email: user.email, tokens: names.map(({ name }) => name).join(', ') };
      return administrators.map((id) => ({ ...securityNotification(id, kind, params), path }));
    });
  }
}

const tokenEntry = (publisherId: number, name: string): AuditEntry => ({
  action: 'module_token.revoke',
  entity: 'module_publisher',
  entity_id: publisherId,
  realm_id: null,
  before: { name },
});

const auditEntries = (
  action: AuditAction,
  entity: string,
  rows: readonly { id: number; realm_id?: number | null }[],
): AuditEntry[] => rows.map(({ id, realm_id = null }) => ({ action, entity, entity_id: id, realm_id }));

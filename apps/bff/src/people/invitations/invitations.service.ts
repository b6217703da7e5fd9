import { Injectable } from '@nestjs/common';
import { mayGrant, mayRevokeInvitation, type Role } from '@tessera/domain';
import { AccessLoss } from '../../platform/access/access-loss';
import type { AuditAction } from '../../platform/audit/actions';
import { audit, auditEntriesOf } from '../../platform/audit/audit';
import { randomToken, tokenHash } from '../../platform/auth/tokens';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import { requireDuties } from '../duties';
import type {
  InvitationDto,
  InvitationInput,
  InvitationListQuery,
  NewInvitationDto,
} from './invitations.dto';
import { invitationSorts, InvitationsRepository } from './invitations.repository';

/** Invitations. Owners invite into their realm, administrators into any. */
@Injectable()
export class InvitationsService {
  constructor(
    accessLoss: AccessLoss,
    private readonly transactions: Transactions,
    private readonly invitations: InvitationsRepository,
  ) {
    accessLoss.onAccount(async (tx, { id, deleted }) => ({
      audit: auditEntriesOf(
        'invitation.revoke',
        'invitation',
        await this.invitations.revokePendingOf(tx, id, { all: deleted }),
      ),
    }));
  }

  list(scope: Scope, query: InvitationListQuery): Promise<ListResponse<InvitationDto>> {
    const pagination = readPagination(query, invitationSorts, '-created_at', 'i.id');
    return this.transactions.readList(scope, async (tx) => ({
      pagination,
      page: await this.invitations.listInvitations(tx, query, pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<InvitationDto>> {
    return this.transactions.read(scope, (tx) => this.invitations.readInvitation(tx, id));
  }

  /** Creates an invitation. Only the hash of its token is stored, so the token is returned only here. */
  create(
    scope: Scope,
    { email, role = 'realm_user', duties = [], realm_id: requested }: InvitationInput,
  ): Promise<Found<NewInvitationDto>> {
    const { role: ownRole } = scope.actor;
    if (!ownRole || !mayGrant(ownRole, role))
      throw new ApiError('FORBIDDEN', 'You can only grant roles up to your own', {
        reason: 'ROLE_ABOVE_OWN',
      });
    const token = randomToken('ti_');
    return this.transactions.run(scope, async (tx) => {
      const realm_id = await invitedRealm(tx, role, requested);
      await requireDuties(tx, duties, { role, realm_id });
      const id = await this.invitations.insertInvitation(tx, {
        realm_id,
        email: email ?? null,
        role,
        duties,
        token_hash: tokenHash(token),
      });
      const { version, row } = await this.invitations.readInvitation(tx, id);
      await auditInvitation(tx, 'invitation.create', row, null, row);
      return { version, row: { ...row, token } };
    });
  }

  /** Revokes an invitation; 409 when it was used. One that is revoked or has expired stays as it is. */
  revoke(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const invitation = await this.invitations.lock(tx, id, ifMatch);
      if (invitation.status === 'used')
        throw new ApiError('CONFLICT', 'The invitation was already used', { reason: 'INVITATION_USED' });
      if (!mayRevokeInvitation(invitation)) return;
      await this.invitations.revoke(tx, id);
      await auditInvitation(tx, 'invitation.revoke', invitation, invitation, null);
    });
  }
}

/** The realm of an invitation, which only administrators can be invited without. */
const invitedRealm = async (
  tx: Tx,
  role: Role,
  realmId: number | null | undefined,
): Promise<number | null> => (role === 'admin' && realmId == null ? null : realmForNew(tx, realmId));

const auditInvitation = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: InvitationDto,
  before: InvitationDto | null,
  after: InvitationDto | null,
) => audit(tx, { action, entity: 'invitation', entity_id: id, realm_id, before, after });

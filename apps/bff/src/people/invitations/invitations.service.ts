import { Injectable } from '@nestjs/common';
import { mayGrant, mayRevokeInvitation, type Role } from '@tessera/domain';
import { formatMailInstant } from '@tessera/domain/mails';
import { type MailContent, mailSubject, mailText, Outbox, type TakenMail } from '../../messages';
import { AccessLoss } from '../../platform/access/access-loss';
import type { AuditAction } from '../../platform/audit/actions';
import { audit, auditEntriesOf } from '../../platform/audit/audit';
import { tokenHash } from '../../platform/auth/tokens';
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

/** How the token of an invitation begins. */
const PREFIX = 'ti_';

/** Invitations. Owners invite into their realm, administrators into any. */
@Injectable()
export class InvitationsService {
  constructor(
    accessLoss: AccessLoss,
    private readonly transactions: Transactions,
    private readonly invitations: InvitationsRepository,
    private readonly outbox: Outbox,
  ) {
    outbox.register('invitation', (tx, mail) => this.word(tx, mail));
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

  /** Creates an invitation and mails it to its address. Only the hash of its token is stored, so the token is returned only here. */
  create(
    scope: Scope,
    { email, role = 'realm_user', duties = [], realm_id: requested }: InvitationInput,
  ): Promise<Found<NewInvitationDto>> {
    const { role: ownRole } = scope.actor;
    if (!ownRole || !mayGrant(ownRole, role))
      throw new ApiError('FORBIDDEN', 'You can only grant roles up to your own', {
        reason: 'ROLE_ABOVE_OWN',
      });
    const { token, seed } = this.outbox.createToken(PREFIX);
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
      const mailed = row.email !== null && (await this.mail(tx, row.realm_id, row.email, seed));
      return { version, row: { ...row, token, mailed } };
    });
  }

  private mail(tx: Tx, realm_id: number | null, address: string, link_seed: string): Promise<boolean> {
    const params = { invited_by: tx.scope.actor.userId };
    return this.outbox.queue(tx, { realm_id, address, kind: 'invitation', params, link_seed });
  }

  /** The mail of an invitation that is still valid, in the language of the person who invites. */
  private async word(tx: Tx, { address, params, link_seed }: TakenMail): Promise<MailContent | null> {
    const reader = await this.outbox.findReader(tx, Number(params['invited_by']));
    if (address === null || link_seed === null || !reader) return null;
    const token = this.outbox.tokenOf(PREFIX, link_seed);
    const offer = await this.invitations.findOffer(tx, tokenHash(token));
    if (!offer) return null;
    const { language, time_zone: timeZone } = reader;
    const values = {
      inviter: offer.invited_by,
      realm: offer.realm_name,
      role: mailText(language, `role_${offer.role}`),
      until: formatMailInstant({ language, timeZone }, offer.expires_at),
    };
    return {
      address,
      language,
      subject: mailSubject(language, 'invitation'),
      paragraphs: [
        mailText(language, offer.realm_name === null ? 'invited_without_realm' : 'invited', values),
        mailText(language, 'invitation_valid', values),
      ],
      link: {
        label: mailText(language, 'invitation_open'),
        url: this.outbox.pageUrl(`/auth/register#invitation=${token}`),
      },
      why: mailText(language, 'invitation_why'),
      unsubscribe: null,
    };
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

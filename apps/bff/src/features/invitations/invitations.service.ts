import { mayGrant, type Role } from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import { accountEmail } from '../../platform/auth/account-email';
import { randomToken, tokenHash } from '../../platform/auth/tokens';
import { type Found, lockFound, selectOne, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { Problem } from '../../platform/errors/problem';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import type {
  InvitationDto,
  InvitationInput,
  InvitationListQuery,
  NewInvitationDto,
} from './invitations.dto';
import {
  insertInvitation,
  invitationConditions,
  invitationProjection,
  invitationSorts,
} from './invitations.queries';

const read = (tx: Tx, id: number): Promise<Found<InvitationDto>> =>
  selectOne(tx, invitationProjection, 'i.id = $1', [id]);

/** Invitations: owners invite into their realm, administrators into any. */
@Injectable()
export class InvitationsService {
  constructor(private readonly transactions: Transactions) {}

  list(scope: Scope, query: InvitationListQuery): Promise<ListAnswer<InvitationDto>> {
    const pagination = readPagination(query, invitationSorts, '-created_at', 'i.id');
    return this.transactions.read(scope, async (tx) => ({
      pagination,
      page: await selectPage<InvitationDto>(
        tx,
        invitationProjection,
        invitationConditions(query),
        pagination,
      ),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<InvitationDto>> {
    return this.transactions.read(scope, (tx) => read(tx, id));
  }

  /** Makes an invitation; its token is answered this once and kept as a hash. */
  create(
    scope: Scope,
    { email, role = 'realm_user', realm_id }: InvitationInput,
  ): Promise<Found<NewInvitationDto>> {
    const { role: own } = scope.actor;
    if (!own || !mayGrant(own, role))
      throw new Problem('FORBIDDEN', 'Nobody grants a role above their own', { reason: 'ROLE_ABOVE_OWN' });
    const token = randomToken('ti_');
    return this.transactions.run(scope, async (tx) => {
      const id = await insertInvitation(tx, {
        realm_id: await realmOf(tx, role, realm_id),
        email: email == null ? null : accountEmail(email),
        role,
        token_hash: tokenHash(token),
      });
      const { version, answer } = await read(tx, id);
      await record(tx, 'invitation.create', answer, null, answer);
      return { version, answer: { ...answer, token } };
    });
  }

  /** Takes an invitation back; 409 when somebody has used it. One that has ended already stays as it is. */
  revoke(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { answer } = await lockFound(tx, 'invitations', id, read, ifMatch);
      if (answer.status === 'used')
        throw new Problem('CONFLICT', 'The invitation was used already', { reason: 'INVITATION_USED' });
      if (answer.status === 'revoked') return;
      await tx.execute('UPDATE invitations SET revoked_at = now() WHERE id = $1', [id]);
      await record(tx, 'invitation.revoke', answer, answer, null);
    });
  }
}

/** An administrator needs no realm; everybody else is invited into one. */
const realmOf = async (tx: Tx, role: Role, asked: number | null | undefined): Promise<number | null> =>
  role === 'admin' && asked == null ? null : realmForNew(tx, asked);

const record = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: InvitationDto,
  before: InvitationDto | null,
  after: InvitationDto | null,
) => audit(tx, { action, entity: 'invitation', entity_id: id, realm_id, before, after });

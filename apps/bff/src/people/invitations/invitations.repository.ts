import { Injectable } from '@nestjs/common';
import { type Duty, type Role, roles } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { insertRow, updateRow } from '../../platform/database/row-writes';
import {
  type Found,
  lockFound,
  type Projection,
  selectOne,
  selectPage,
} from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import { isRealmOpenSql } from '../../platform/realm-scope/realm-status.repository';
import { Invitation } from './invitation.entity';
import {
  type InvitationDto,
  type InvitationListQuery,
  type InvitationOfferDto,
  invitationStatuses,
} from './invitations.dto';

/** An invitation is used or revoked, which is final, or else expired or pending. */
const projection: Projection = {
  what: 'Invitation',
  columns: `i.id, i.realm_id, r.name AS realm_name, i.email, i.role, i.duties, shown.status, u.email AS invited_by, i.used_by,
    i.used_at, i.revoked_at, i.expires_at, i.created_at`,
  from: `FROM invitations i LEFT JOIN realms r ON r.id = i.realm_id LEFT JOIN users u ON u.id = i.created_by
    CROSS JOIN LATERAL (SELECT CASE WHEN i.used_at IS NOT NULL THEN 'used' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
      WHEN i.expires_at <= now() THEN 'expired' ELSE 'pending' END AS status) shown`,
  version: '1 + (i.used_at IS NOT NULL)::int + (i.revoked_at IS NOT NULL)::int',
};

export const invitationSorts = {
  created_at: 'i.created_at',
  expires_at: 'i.expires_at',
  email: textOrder('i.email'),
  role: 'i.role',
  status: 'shown.status',
};

/**
 * Whether the creator of invitation `i` may still create it: an enabled administrator, or an enabled owner of its realm.
 * Needs a scope of all realms, since an administrator may have created it.
 */
const creatorMayInvite = `EXISTS (SELECT FROM users m WHERE m.id = i.created_by AND m.status = 'active'
  AND (m.role = 'admin' OR m.role = 'realm_owner' AND m.realm_id = i.realm_id AND i.role <> 'admin'))`;

/** An invitation is valid while it is pending, its realm is active and its creator may still create it. */
const isValid = `i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
  AND (i.realm_id IS NULL OR EXISTS (
    SELECT FROM realms r WHERE r.id = i.realm_id AND ${isRealmOpenSql('r')}))
  AND ${creatorMayInvite}`;

const read = (tx: Tx, id: number): Promise<Found<InvitationDto>> =>
  selectOne(tx, projection, 'i.id = $1', [id]);

type UsedInvitation = {
  id: number;
  realm_id: number | null;
  role: Role;
  duties: Duty[];
  email: string | null;
};

/** Reads and writes invitations. */
@Injectable()
export class InvitationsRepository {
  listInvitations(tx: Tx, query: InvitationListQuery, pagination: Pagination): Promise<Page<InvitationDto>> {
    const where = new Conditions()
      .words('i.role', query.role, 'role', roles)
      .words('shown.status', query.status, 'status', invitationStatuses)
      .ids('i.realm_id', query.realm_id, 'realm_id')
      .search(['i.email'], query.q);
    return selectPage<InvitationDto>(tx, projection, where, pagination);
  }

  /** The invitation with its version; 404 when there is none. */
  readInvitation(tx: Tx, id: number): Promise<Found<InvitationDto>> {
    return read(tx, id);
  }

  /** As `read`, locked until the transaction ends; 412 when `ifMatch` is stale. */
  async lock(tx: Tx, id: number, ifMatch: string | undefined): Promise<InvitationDto> {
    return (await lockFound(tx, 'invitations', id, read, ifMatch)).row;
  }

  /** The offer of a valid invitation; null when there is none with this token. */
  async findOffer(tx: Tx, tokenHash: string): Promise<InvitationOfferDto | null> {
    const [row] = await tx.query<InvitationOfferDto>(
      `SELECT r.name AS realm_name, i.role, coalesce(nullif(m.name, ''), m.email) AS invited_by, i.email, i.expires_at
       FROM invitations i JOIN users m ON m.id = i.created_by LEFT JOIN realms r ON r.id = i.realm_id
       WHERE i.token_hash = $1 AND ${isValid}`,
      [tokenHash],
    );
    return row ?? null;
  }

  /** Marks a valid invitation as used and returns it; null when there is none with this token. */
  async use(tx: Tx, tokenHash: string): Promise<UsedInvitation | null> {
    const [row] = await tx.query<UsedInvitation>(
      `UPDATE invitations i SET used_at = now()
       WHERE i.token_hash = $1 AND ${isValid}
       RETURNING i.id, i.realm_id, i.role, i.duties, i.email`,
      [tokenHash],
    );
    return row ?? null;
  }

  /** Records who used an invitation. */
  setUser(tx: Tx, id: number, userId: number): Promise<void> {
    return updateRow(tx, Invitation, id, { used_by: userId });
  }

  /** Adds an invitation of the acting user that is valid for 72 hours; returns its id. */
  insertInvitation(
    tx: Tx,
    row: Pick<Invitation, 'realm_id' | 'email' | 'role' | 'duties' | 'token_hash'>,
  ): Promise<number> {
    return insertRow(tx, Invitation, {
      ...row,
      created_by: tx.scope.actor.userId,
      expires_at: () => "now() + interval '72 hours'",
    });
  }

  revoke(tx: Tx, id: number): Promise<void> {
    return updateRow(tx, Invitation, id, { revoked_at: () => 'now()' });
  }

  /**
   * Revokes the pending invitations that a user created and may no longer create; with `all`, whatever the user may do.
   * Returns them.
   */
  revokePendingOf(
    tx: Tx,
    userId: number,
    { all }: { all: boolean },
  ): Promise<Pick<Invitation, 'id' | 'realm_id'>[]> {
    return tx.query(
      `UPDATE invitations i SET revoked_at = now()
       WHERE i.created_by = $1 AND i.used_at IS NULL AND i.revoked_at IS NULL ${all ? '' : `AND NOT ${creatorMayInvite}`}
       RETURNING i.id, i.realm_id`,
      [userId],
    );
  }
}

import { type Role, roles } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import type { Projection } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { type InvitationListQuery, type InvitationOfferDto, invitationStatuses } from './invitations.dto';

/** An invitation ends by use or by being revoked, each for good; else by its time. */
export const invitationProjection: Projection = {
  what: 'Invitation',
  columns: `i.id, i.realm_id, r.name AS realm_name, i.email, i.role, shown.status, u.email AS invited_by, i.used_by,
    i.used_at, i.revoked_at, i.expires_at, i.created_at`,
  from: `FROM invitations i LEFT JOIN realms r ON r.id = i.realm_id LEFT JOIN users u ON u.id = i.created_by
    CROSS JOIN LATERAL (SELECT CASE WHEN i.used_at IS NOT NULL THEN 'used' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
      WHEN i.expires_at <= now() THEN 'expired' ELSE 'pending' END AS status) shown`,
  version: '1 + (i.used_at IS NOT NULL)::int + (i.revoked_at IS NOT NULL)::int',
};

export const invitationSorts = {
  created_at: 'i.created_at',
  expires_at: 'i.expires_at',
  email: 'lower(i.email)',
  role: 'i.role',
  status: 'shown.status',
};

export const invitationConditions = (query: InvitationListQuery): Conditions =>
  new Conditions()
    .words('i.role', query.role, 'role', roles)
    .words('shown.status', query.status, 'status', invitationStatuses)
    .ids('i.realm_id', query.realm_id, 'realm_id')
    .search(['i.email'], query.q);

/**
 * Whether the maker of invitation `i` may still make it: an enabled administrator, or an enabled owner of its realm.
 * Needs the sight of every realm, since an administrator may have made it.
 */
export const makerMayInvite = `EXISTS (SELECT FROM users m WHERE m.id = i.created_by AND m.status = 'active'
  AND (m.role = 'admin' OR m.role = 'realm_owner' AND m.realm_id = i.realm_id AND i.role <> 'admin'))`;

export type UsedInvitation = { id: number; realm_id: number | null; role: Role; email: string | null };

/** An invitation is valid while it is pending, its realm is active and its maker may still make it. */
const isValid = `i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
  AND (i.realm_id IS NULL OR EXISTS (
    SELECT FROM realms r WHERE r.id = i.realm_id AND r.deleted_at IS NULL AND r.status = 'active'))
  AND ${makerMayInvite}`;

/** What a valid invitation offers; null when there is none with that token. */
export async function offeredInvitation(tx: Tx, tokenHash: string): Promise<InvitationOfferDto | null> {
  const [row] = await tx.query<InvitationOfferDto>(
    `SELECT r.name AS realm_name, i.role, coalesce(nullif(m.name, ''), m.email) AS invited_by, i.email, i.expires_at
     FROM invitations i JOIN users m ON m.id = i.created_by LEFT JOIN realms r ON r.id = i.realm_id
     WHERE i.token_hash = $1 AND ${isValid}`,
    [tokenHash],
  );
  return row ?? null;
}

/** Uses up a valid invitation and answers what it gives; null when there is none with that token. */
export async function useInvitation(tx: Tx, tokenHash: string): Promise<UsedInvitation | null> {
  const [row] = await tx.query<UsedInvitation>(
    `UPDATE invitations i SET used_at = now()
     WHERE i.token_hash = $1 AND ${isValid}
     RETURNING i.id, i.realm_id, i.role, i.email`,
    [tokenHash],
  );
  return row ?? null;
}

/** Adds an invitation that is good for 72 hours and answers its id. */
export async function insertInvitation(
  tx: Tx,
  row: { realm_id: number | null; email: string | null; role: string; token_hash: string },
): Promise<number> {
  const [made] = await tx.query<{ id: number }>(
    `INSERT INTO invitations (realm_id, email, role, token_hash, created_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + interval '72 hours') RETURNING id`,
    [row.realm_id, row.email, row.role, row.token_hash, tx.scope.actor.userId],
  );
  if (!made) throw new Error('an insert answers its row');
  return made.id;
}

import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { invalid, notFound, ApiError } from '../../platform/errors/api-error';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';

/** A login that a request names. */
export type NamedLogin = { id: number; realm_id: number; site_id: number };

const select = 'SELECT id, realm_id, site_id FROM logins WHERE deleted_at IS NULL AND id = ANY ($1::int[])';

/** The logins that other features' requests name, within the transaction's scope. */
@Injectable()
export class LoginLookup {
  /** The login of a path; 404 when it isn't there. */
  async ofPath(tx: Tx, id: number): Promise<NamedLogin> {
    const [login] = await tx.query<NamedLogin>(select, [[id]]);
    if (!login) throw notFound('Login');
    return login;
  }

  /** The logins of a body, in the order they are named; 400 naming `field` unless all are there and of the site. */
  async named(tx: Tx, ids: readonly number[], siteId: number, field = 'login_ids'): Promise<NamedLogin[]> {
    if (ids.length === 0) return [];
    const found = new Map((await tx.query<NamedLogin>(select, [ids])).map((login) => [login.id, login]));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0)
      throw invalid([
        { field, message: `${field} names no login: ${missing.join(', ')}`, code: 'NOT_FOUND' },
      ]);
    const logins = ids.flatMap((id) => found.get(id) ?? []);
    const elsewhere = logins.filter((login) => login.site_id !== siteId);
    if (elsewhere.length > 0) {
      const list = elsewhere.map(({ id }) => id).join(', ');
      throw invalid([
        { field, message: `${field} names logins of another site: ${list}`, code: 'OTHER_SITE' },
      ]);
    }
    return logins;
  }

  /**
   * The realm of a new row that names logins: theirs for an admin, who may also name it; one's own
   * otherwise. Rows of two realms are 409 CONFLICT.
   */
  async realmForNew(tx: Tx, logins: readonly NamedLogin[], asked?: number): Promise<number> {
    const [first] = logins;
    const realmId = await realmForNew(tx, asked ?? (tx.scope.kind === 'all' ? first?.realm_id : undefined));
    sameRealm(logins, realmId);
    return realmId;
  }
}

/** 409 when a row is of another realm than the one that names it: only an admin can see both. */
export function sameRealm(rows: readonly { realm_id: number }[], realmId: number): void {
  if (rows.some(({ realm_id }) => realm_id !== realmId)) {
    throw new ApiError('CONFLICT', 'The rows that are named belong to different realms', {
      reason: 'DIFFERENT_REALMS',
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { differentRealms, invalid, notFound } from '../../platform/errors/api-error';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import { LoginsRepository, type NamedLogin } from './logins.repository';

/** Finds the logins that other features' requests name, within the transaction's scope. */
@Injectable()
export class LoginLookup {
  constructor(private readonly logins: LoginsRepository) {}

  /** The login that a path names. @throws 404 when there is none */
  async requireLogin(tx: Tx, id: number): Promise<NamedLogin> {
    const [login] = await this.logins.findNamed(tx, [id]);
    if (!login) throw notFound('Login');
    return login;
  }

  /** The logins that a body names, in its order. @throws 400 naming `field` unless all exist and belong to the site */
  async resolveLogins(
    tx: Tx,
    ids: readonly number[],
    siteId: number,
    field = 'login_ids',
  ): Promise<NamedLogin[]> {
    if (ids.length === 0) return [];
    const found = new Map((await this.logins.findNamed(tx, ids)).map((login) => [login.id, login]));
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
   * The realm of a new row that names these rows: the caller's, or for an administrator `requested` or that of the rows.
   *
   * @throws 409 CONFLICT when a row belongs to another realm
   */
  async realmForNew(tx: Tx, rows: readonly { realm_id: number }[], requested?: number): Promise<number> {
    const [first] = rows;
    const realmId = await realmForNew(
      tx,
      requested ?? (tx.scope.kind === 'all' ? first?.realm_id : undefined),
    );
    requireSameRealm(rows, realmId);
    return realmId;
  }
}

/** @throws 409 CONFLICT when a row belongs to another realm; only an administrator sees rows of two */
export function requireSameRealm(rows: readonly { realm_id: number }[], realmId: number): void {
  if (rows.some(({ realm_id }) => realm_id !== realmId)) throw differentRealms();
}

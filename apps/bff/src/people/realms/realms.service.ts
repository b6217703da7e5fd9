import { Injectable } from '@nestjs/common';
import { AccessLoss } from '../../platform/access/access-loss';
import { audit, auditAll } from '../../platform/audit/audit';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import type { Found } from '../../platform/database/select';
import { requireTimeZone } from '../../platform/database/time-zones';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, inUse } from '../../platform/errors/api-error';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { PasswordPolicy } from '../single-sign-on/password-policy';
import type { RealmChange, RealmDto, RealmInput, RealmListQuery } from './realms.dto';
import { realmSorts, RealmsRepository } from './realms.repository';

/** Realms and their limits, for administrators. */
@Injectable()
export class RealmsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly realms: RealmsRepository,
    private readonly accessLoss: AccessLoss,
    private readonly sessions: SessionsRepository,
    private readonly policy: PasswordPolicy,
  ) {}

  list(scope: Scope, query: RealmListQuery): Promise<ListResponse<RealmDto>> {
    const pagination = readPagination(query, realmSorts, 'name', 'r.id');
    return this.transactions.readList(scope, async (tx) => ({
      pagination,
      page: await this.realms.listRealms(tx, query, pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<RealmDto>> {
    return this.transactions.read(scope, (tx) => this.realms.readRealm(tx, id));
  }

  create(scope: Scope, input: RealmInput): Promise<Found<RealmDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.requireFreeName(tx, input.name, null);
      if (input.time_zone) await requireTimeZone(tx, input.time_zone);
      const created = await this.realms.readRealm(tx, await this.realms.insertRealm(tx, input));
      const { id } = created.row;
      if (input.single_sign_on_only) await this.policy.requireProvider(tx, id);
      await audit(tx, {
        action: 'realm.create',
        entity: 'realm',
        entity_id: id,
        realm_id: id,
        after: created.row,
      });
      return created;
    });
  }

  /**
   * Changes the fields sent. A limit below the current use only prevents additions. Suspending a realm makes it read-only for
   * its users and aborts its running bulk operations; separating duties takes effect at once too.
   */
  change(
    scope: Scope,
    id: number,
    change: RealmChange,
    ifMatch: string | undefined,
  ): Promise<Found<RealmDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await this.realms.lock(tx, id, ifMatch);
      if (change.name !== undefined) await this.requireFreeName(tx, change.name, id);
      if (change.time_zone) await requireTimeZone(tx, change.time_zone);
      if (change.single_sign_on_only && !before.single_sign_on_only)
        await this.policy.requireProvider(tx, id);
      await this.realms.updateRealm(tx, id, change);
      const changed = await this.realms.readRealm(tx, id);
      const touchesAccounts = (['status', 'separate_approval', 'separate_reversal'] as const).some(
        (field) => changed.row[field] !== before[field],
      );
      if (touchesAccounts) await this.sessions.publishRealmChange(tx, id);
      if (changed.row.status === 'suspended') await auditAll(tx, await this.accessLoss.ofRealm(tx, id));
      await audit(tx, {
        action: 'realm.update',
        entity: 'realm',
        entity_id: id,
        realm_id: id,
        before,
        after: changed.row,
      });
      return changed;
    });
  }

  /** Deletes the realm; 409 while it is in use. */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const before = await this.realms.lock(tx, id, ifMatch);
      const uses = await this.realms.countUses(tx, id);
      if (Object.values(uses).some((count) => count > 0)) throw inUse(uses);
      await this.realms.removeRealm(tx, id);
      await audit(tx, { action: 'realm.delete', entity: 'realm', entity_id: id, realm_id: id, before });
    });
  }

  /** 409 when another realm has the name. */
  private async requireFreeName(tx: Tx, name: string, exceptId: number | null): Promise<void> {
    if (!(await this.realms.isNameTaken(tx, name, exceptId))) return;
    const message = 'Another realm has this name';
    throw new ApiError('CONFLICT', message, {
      context: { field: 'name' },
      details: [{ field: 'name', message, code: 'NAME_TAKEN' }],
    });
  }
}

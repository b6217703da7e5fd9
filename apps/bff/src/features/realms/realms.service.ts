import { Injectable } from '@nestjs/common';
import { audit, auditAll } from '../../platform/audit/audit';
import { refreshRealmAccounts } from '../../platform/auth/sessions';
import { countUses, type Found, lockFound, selectOne, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { requireTimeZone } from '../../platform/database/time-zones';
import { inUse, Problem } from '../../platform/errors/problem';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { BulkRepository } from '../bulk';
import { Realm } from './realm.entity';
import type { RealmChange, RealmDto, RealmInput, RealmListQuery } from './realms.dto';
import { realmConditions, realmProjection, realmSorts, realmUses } from './realms.queries';

const read = (tx: Tx, id: number): Promise<Found<RealmDto>> =>
  selectOne(tx, realmProjection, 'r.id = $1 AND r.deleted_at IS NULL', [id]);

const lock = async (tx: Tx, id: number, ifMatch: string | undefined): Promise<RealmDto> =>
  (await lockFound(tx, 'realms', id, read, ifMatch)).answer;

/**
 * 409 when another realm has the name, whatever its case. The lock is held to the end of the transaction, so that of two
 * that take one name at the same time only the first gets it.
 */
async function requireFreeName(tx: Tx, name: string, id: number | null): Promise<void> {
  await tx.execute(`SELECT pg_advisory_xact_lock(hashtext('realms.name'))`);
  const [taken] = await tx.query(
    `SELECT FROM realms WHERE lower(name) = lower($1) AND deleted_at IS NULL AND id IS DISTINCT FROM $2::int LIMIT 1`,
    [name, id],
  );
  if (!taken) return;
  const message = 'Another realm has this name';
  throw new Problem('CONFLICT', message, {
    context: { field: 'name' },
    details: [{ field: 'name', message, code: 'NAME_TAKEN' }],
  });
}

/** Realms and their limits: administrators alone. */
@Injectable()
export class RealmsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly bulks: BulkRepository,
  ) {}

  list(scope: Scope, query: RealmListQuery): Promise<ListAnswer<RealmDto>> {
    const pagination = readPagination(query, realmSorts, 'name', 'r.id');
    return this.transactions.read(scope, async (tx) => ({
      pagination,
      page: await selectPage<RealmDto>(tx, realmProjection, realmConditions(query), pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<RealmDto>> {
    return this.transactions.read(scope, (tx) => read(tx, id));
  }

  create(scope: Scope, input: RealmInput): Promise<Found<RealmDto>> {
    return this.transactions.run(scope, async (tx) => {
      await requireFreeName(tx, input.name, null);
      if (input.time_zone) await requireTimeZone(tx, input.time_zone);
      const { identifiers } = await tx.manager.insert(Realm, { ...input });
      const created = await read(tx, (identifiers[0] as { id: number }).id);
      const { id } = created.answer;
      await audit(tx, {
        action: 'realm.create',
        entity: 'realm',
        entity_id: id,
        realm_id: id,
        after: created.answer,
      });
      return created;
    });
  }

  /**
   * Changes the fields sent. A limit below use stops only what is new. Suspending a realm makes it
   * read-only for its people and aborts its bulk operations under way.
   */
  change(
    scope: Scope,
    id: number,
    change: RealmChange,
    ifMatch: string | undefined,
  ): Promise<Found<RealmDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await lock(tx, id, ifMatch);
      if (change.name !== undefined) await requireFreeName(tx, change.name, id);
      if (change.time_zone) await requireTimeZone(tx, change.time_zone);
      if (Object.keys(change).length > 0) await tx.manager.update(Realm, { id }, { ...change });
      const changed = await read(tx, id);
      if (changed.answer.status !== before.status) await refreshRealmAccounts(tx, id);
      if (changed.answer.status === 'suspended') {
        const aborted = await this.bulks.abortOfRealm(tx, id);
        await auditAll(
          tx,
          aborted.map((operation) => ({
            action: 'bulk_operation.abort',
            entity: 'bulk_operation',
            entity_id: operation,
            realm_id: id,
          })),
        );
      }
      await audit(tx, {
        action: 'realm.update',
        entity: 'realm',
        entity_id: id,
        realm_id: id,
        before,
        after: changed.answer,
      });
      return changed;
    });
  }

  /** Takes the realm away unless it is in use. Its limits become 0, so that nothing gets in any more. */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const before = await lock(tx, id, ifMatch);
      const uses = await countUses(tx, realmUses, [id]);
      if (Object.values(uses).some((count) => count > 0)) throw inUse(uses);
      await tx.execute('UPDATE realms SET deleted_at = now(), max_tasks = 0, max_logins = 0 WHERE id = $1', [
        id,
      ]);
      await audit(tx, { action: 'realm.delete', entity: 'realm', entity_id: id, realm_id: id, before });
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { existingRealm } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import type { ImpactDto, ImpactRealm, PauseImpactDto } from './impact.dto';
import { type ImpactKind, ImpactRepository, type TaskCount } from './impact.repository';

/** Previews what closing a gate would stop, within the caller's scope. */
@Injectable()
export class ImpactService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ImpactRepository,
  ) {}

  /** @throws 404 when the scope doesn't see the row */
  preview(scope: Scope, kind: ImpactKind, id: number): Promise<ImpactDto> {
    return this.transactions.read(scope, async (tx) => {
      await this.repository.requireRow(tx, kind, id);
      const counts = await this.repository.countTasks(tx, kind, id);
      return {
        tasks: sum(counts),
        by_status: sumByStatus(counts),
        held_seats: await this.repository.countHeldSeats(tx, kind, id),
        realms: sumByRealm(counts),
      };
    });
  }

  /** Counts what a pause of a realm, or of everything, would hold back. */
  previewPause(scope: Scope, realmId: number | undefined): Promise<PauseImpactDto> {
    return this.transactions.read(scope, async (tx) => {
      const isForAll = scope.kind === 'all' && realmId === undefined;
      return this.repository.countPaused(tx, isForAll ? null : (await existingRealm(tx, realmId)).id);
    });
  }
}

const sum = (counts: readonly TaskCount[]): number => counts.reduce((total, { tasks }) => total + tasks, 0);

const sumByStatus = (counts: readonly TaskCount[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(counts, ({ status }) => status)].map(([status, group]) => [status, sum(group)]),
  );

/** The realms whose tasks these are, the most tasks first. */
function sumByRealm(counts: readonly TaskCount[]): ImpactRealm[] {
  const realms = [...Map.groupBy(counts, ({ realm_id }) => realm_id)].flatMap(([id, group]) =>
    group[0] ? [{ id, name: group[0].realm_name, tasks: sum(group) }] : [],
  );
  return realms.sort((a, b) => b.tasks - a.tasks || a.id - b.id);
}

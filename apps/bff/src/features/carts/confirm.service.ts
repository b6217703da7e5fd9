import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { Problem } from '../../platform/errors/problem';
import type { Scope } from '../../platform/realm-scope/scope';
import { lockTasks, type TaskRow } from '../tasks/task-rows';
import type { PurchaseInputDto } from '../tasks/tasks.dto';
import type { TicketDto } from '../tickets/tickets.dto';
import { ticketsByIds } from '../tickets/tickets.queries';
import { checkBasket, type SiteAddresses } from '../../platform/http/basket';
import type { ConfirmAnswer, ConfirmFailure } from './carts.dto';
import { type HoldRow, lockHolds } from './hold-rows';
import { Purchases } from './purchases';
import { ticketsOfHolds } from './purchases.queries';

/** Records that a person has paid at the site (contract sections 4 and 6). */
@Injectable()
export class ConfirmService {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: Purchases,
  ) {}

  /** Confirms holds, each at most once; 409 CONFLICT when none could be. */
  confirm(scope: Scope, holdIds: readonly number[]): Promise<ConfirmAnswer> {
    return this.transactions.run(scope, async (tx) => {
      const { holds, tasks } = await lockAll(tx, 'h.id = ANY ($1::int[])', [holdIds]);
      const payable = holds.filter(({ live, late }) => live || late);
      const failed = failures(holdIds, holds);
      if (payable.length === 0) {
        throw new Problem('CONFLICT', 'None of these could be marked as purchased', { context: { failed } });
      }
      const ids = await this.purchases.record(tx, { holds: payable, tasks: ownersOf(tasks, payable) });
      return { confirmed: await ticketDtos(tx, ids), failed };
    });
  }

  /**
   * The login's live holds for the event, or those of one basket, become tickets. The same call again answers the
   * same tickets; 409 NOTHING_HELD when there is and was nothing.
   */
  purchase(scope: Scope, { loginId, siteId, eventGuid, basket }: PurchaseInputDto): Promise<TicketDto[]> {
    const where = `h.login_id = $1 AND h.site_id = $2 AND h.event_guid = $3 AND ($4::text IS NULL OR h.basket = $4)`;
    const params = [loginId, siteId, eventGuid, basket || null];
    return this.transactions.run(scope, async (tx) => {
      const [site] = await tx.query<SiteAddresses>(
        "SELECT url, config ->> 'ticket_url' AS ticket_url FROM sites WHERE id = $1",
        [siteId],
      );
      if (site) checkBasket(basket, site);
      const { holds, tasks } = await lockAll(tx, `${where} AND h.status IN ('held', 'confirmed')`, params);
      const live = holds.filter((hold) => hold.live);
      if (live.length > 0) {
        return ticketDtos(tx, await this.purchases.record(tx, { holds: live, tasks: ownersOf(tasks, live) }));
      }
      const earlier = await ticketsOfHolds(
        tx,
        holds.filter(({ status }) => status === 'confirmed').map(({ id }) => id),
      );
      if (earlier.length === 0) throw new Problem('NOTHING_HELD', 'This login holds no seats for this event');
      return ticketDtos(tx, earlier);
    });
  }
}

/** Locks the tasks of holds and then the holds, in that order everywhere. */
async function lockAll(
  tx: Tx,
  where: string,
  params: unknown[],
): Promise<{ holds: HoldRow[]; tasks: TaskRow[] }> {
  const owners = await tx.query<{ realm_id: number; task_id: number | null }>(
    `SELECT DISTINCT h.realm_id, h.task_id FROM holds h WHERE ${where}`,
    params,
  );
  if (new Set(owners.map(({ realm_id }) => realm_id)).size > 1) {
    throw new Problem('CONFLICT', 'The rows belong to different realms');
  }
  const tasks = await lockTasks(tx, 't.id = ANY ($1::int[])', [
    owners.flatMap(({ task_id }) => task_id ?? []),
  ]);
  return { tasks, holds: await lockHolds(tx, where, params) };
}

const ownersOf = (tasks: readonly TaskRow[], holds: readonly HoldRow[]) =>
  tasks.filter(({ id }) => holds.some(({ task_id }) => task_id === id));

function failures(asked: readonly number[], holds: readonly HoldRow[]): ConfirmFailure[] {
  const found = new Map(holds.map((hold) => [hold.id, hold]));
  return asked.flatMap((id) => {
    const hold = found.get(id);
    if (!hold) return [{ id, code: 'NOT_FOUND' }];
    if (hold.live || hold.late) return [];
    return [{ id, code: hold.status === 'held' ? 'EXPIRED' : hold.status.toUpperCase() }];
  });
}

const ticketDtos = async (tx: Tx, ids: readonly number[]): Promise<TicketDto[]> =>
  (await ticketsByIds(tx, ids)).map(({ version: _, ...ticket }) => ticket);

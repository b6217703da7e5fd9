import type { Tx } from '../../platform/database/transactions';
import type { HoldRow } from './hold-rows';

type Seat = Pick<HoldRow, 'area' | 'row' | 'seat'>;

/** Names a seat within its event, as `lock_seats` takes it. */
export const seatKey = ({ area, row, seat }: Seat): string => JSON.stringify([area, row, seat]);

/**
 * Of holds that a person says were paid, those that can't be: their seat has been bought under another hold, or they have
 * lapsed and it is held elsewhere. Where several holds of one seat are named, all but one of them are.
 */
export async function findTakenHolds(tx: Tx, holds: readonly HoldRow[]): Promise<ReadonlySet<number>> {
  const events = [...Map.groupBy(holds, ({ event_id }) => event_id)].sort(([a], [b]) => a - b);
  for (const [eventId, group] of events)
    await tx.query('SELECT lock_seats($1, $2::text[])', [eventId, group.map(seatKey)]);
  const rows = await tx.query<{ id: number }>('SELECT seats_taken($1::int[]) AS id', [
    holds.map(({ id }) => id),
  ]);
  const taken = new Set(rows.map(({ id }) => id));
  const claimed = new Set<string>();
  const liveFirst = holds
    .filter(({ id, seat }) => seat !== '' && !taken.has(id))
    .sort((a, b) => Number(b.live) - Number(a.live) || b.id - a.id);
  for (const hold of liveFirst) {
    const seat = `${hold.event_id} ${seatKey(hold)}`;
    if (claimed.has(seat)) taken.add(hold.id);
    claimed.add(seat);
  }
  return taken;
}

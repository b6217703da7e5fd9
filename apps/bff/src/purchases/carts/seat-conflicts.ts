import { Injectable } from '@nestjs/common';
import { loginName } from '../../platform/database/display-names';
import { purchasedSeatSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { type HoldRow, seatKey } from './holds.repository';

/**
 * What contradicts the payment of a hold: an older `record` of its seat, another live `hold` of it (of an expired one), or
 * another hold of the same `request`. The id is null in another realm.
 */
export interface SeatConflict {
  hold_id: number;
  kind: 'record' | 'hold' | 'request';
  other_id: number | null;
}

/** A seat in the question whether a payment is recorded in spite of what is known of its seat. */
interface KnownSeat {
  hold_id: number;
  area: string;
  row: string;
  seat: string;
  login_name: string;
}

/** The facts of that question, named in the error's `context`. */
export interface ConflictFacts {
  records: (KnownSeat & {
    id: number;
    recorded_at: Date;
    recorded_by: string | null;
    ticket_reference: string | null;
  })[];
  held: (KnownSeat & { id: number; task_id: number | null })[];
  /** Seats recorded or held in other realms. */
  other_realms: number;
}

/** SQL condition: the ticket says that the hold's seat was purchased by another hold. */
export const isRecordOfSql = (ticket: string, hold: string): string =>
  `${hold}.seat <> '' AND (${ticket}.event_id, ${ticket}.area, ${ticket}."row", ${ticket}.seat)
     = (${hold}.event_id, ${hold}.area, ${hold}."row", ${hold}.seat)
   AND ${ticket}.hold_id <> ${hold}.id AND ${purchasedSeatSql(ticket)}`;

/** Most records and holds that a question names. */
const MAX_NAMED = 20;

/** Finds what contradicts the payment of holds. */
@Injectable()
export class SeatConflicts {
  /** Locks the seats, and finds what contradicts their payment. Of several holds of one seat only one can be paid. */
  async findConflicts(tx: Tx, holds: readonly HoldRow[]): Promise<SeatConflict[]> {
    const events = [...Map.groupBy(holds, ({ event_id }) => event_id)].sort(([a], [b]) => a - b);
    for (const [eventId, group] of events)
      await tx.query('SELECT lock_seats($1, $2::text[])', [eventId, group.map(seatKey)]);
    const known = await tx.query<SeatConflict>(
      'SELECT hold_id, kind, other_id FROM seat_conflicts($1::int[]) ORDER BY hold_id, kind, other_id',
      [holds.map(({ id }) => id)],
    );
    return [...known, ...conflictsWithin(holds)];
  }

  /** What people need to know of conflicts to decide. */
  async describe(tx: Tx, conflicts: readonly SeatConflict[]): Promise<ConflictFacts> {
    const named = (kind: SeatConflict['kind']) =>
      conflicts
        .filter((conflict) => conflict.kind === kind && conflict.other_id !== null)
        .slice(0, MAX_NAMED);
    const [records, held] = [named('record'), named('hold')];
    const idsOf = (list: readonly SeatConflict[]) => [
      list.map(({ hold_id }) => hold_id),
      list.map(({ other_id }) => other_id),
    ];
    return {
      records: await tx.query<ConflictFacts['records'][number]>(
        `SELECT c.hold_id, k.id, k.area, k."row", k.seat, ${loginName('l')} AS login_name, k.created_at AS recorded_at,
           coalesce(nullif(u.name, ''), u.email) AS recorded_by, k.ticket_reference
         FROM unnest($1::int[], $2::int[]) WITH ORDINALITY AS c (hold_id, ticket_id, nth)
         JOIN tickets k ON k.id = c.ticket_id
         JOIN logins l ON l.realm_id = k.realm_id AND l.id = k.login_id
         LEFT JOIN users u ON u.id = k.confirmed_by ORDER BY c.nth`,
        idsOf(records),
      ),
      held: await tx.query<ConflictFacts['held'][number]>(
        `SELECT c.hold_id, h.id, h.task_id, h.area, h."row", h.seat, ${loginName('l')} AS login_name
         FROM unnest($1::int[], $2::int[]) WITH ORDINALITY AS c (hold_id, other_id, nth)
         JOIN holds h ON h.id = c.other_id
         JOIN logins l ON l.realm_id = h.realm_id AND l.id = h.login_id ORDER BY c.nth`,
        idsOf(held),
      ),
      other_realms: conflicts.filter(({ other_id }) => other_id === null).length,
    };
  }
}

/** The holds of seats that a better one of the request has: the live one, else the newest. */
function conflictsWithin(holds: readonly HoldRow[]): SeatConflict[] {
  const best = new Map<string, number>();
  const bestFirst = holds
    .filter(({ seat }) => seat !== '')
    .sort((a, b) => Number(b.live) - Number(a.live) || b.id - a.id);
  return bestFirst.flatMap((hold): SeatConflict[] => {
    const seat = `${hold.event_id} ${seatKey(hold)}`;
    const other_id = best.get(seat);
    if (other_id !== undefined) return [{ hold_id: hold.id, kind: 'request', other_id }];
    best.set(seat, hold.id);
    return [];
  });
}

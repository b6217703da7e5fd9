import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import type { ConfirmFailure } from './carts.dto';
import type { HoldRow } from './holds.repository';
import { Reversals } from './reversals';
import { type SeatConflict, SeatConflicts } from './seat-conflicts';

/** Which payments can be recorded, and the records that they replace, by hold. */
export interface ResolvedPayments {
  payable: HoldRow[];
  failed: ConfirmFailure[];
  replaced: ReadonlyMap<number, readonly number[]>;
}

/** Code of a payment that isn't recorded, by what contradicts it. */
const failureCodes = {
  record: 'RECORDED_BEFORE',
  hold: 'HELD_ELSEWHERE',
  request: 'HELD_ELSEWHERE',
} as const satisfies Record<SeatConflict['kind'], string>;

/** A seat as people read it: "North 104, row 17, seat 11". */
const seatText = ({ area, row, seat }: Pick<HoldRow, 'area' | 'row' | 'seat'>): string =>
  [area, row && `row ${row}`, seat && `seat ${seat}`].filter(Boolean).join(', ') || 'A seat';

/**
 * Compares payments with what is recorded of their seats. A real payment is never rejected: with `replace` it takes the place
 * of older records of its seats, which were false.
 */
@Injectable()
export class EarlierRecords {
  constructor(
    private readonly conflicts: SeatConflicts,
    private readonly reversals: Reversals,
  ) {}

  /**
   * Decides which holds are recorded as paid; the caller has locked them. `replace`: true reverses older records of the realm
   * and ignores other holds and other realms; false leaves these seats out.
   *
   * @throws 409 SEATS_TAKEN when there are such seats and `replace` doesn't say what to do
   */
  async resolve(tx: Tx, holds: readonly HoldRow[], replace: boolean | undefined): Promise<ResolvedPayments> {
    const conflicts = await this.conflicts.findConflicts(tx, holds);
    const known = conflicts.filter(({ kind }) => kind !== 'request');
    if (known.length > 0 && replace === undefined) throw await this.question(tx, known);
    const blocking = replace ? conflicts.filter(({ kind }) => kind === 'request') : conflicts;
    const blocked = new Map(blocking.map(({ hold_id, kind }) => [hold_id, failureCodes[kind]]));
    const records = known.filter(
      ({ kind, hold_id, other_id }) =>
        replace && kind === 'record' && other_id !== null && !blocked.has(hold_id),
    );
    const replaced = Map.groupBy(records, ({ hold_id }) => hold_id);
    await this.reversals.replace(
      tx,
      records.flatMap(({ other_id }) => other_id ?? []),
    );
    return {
      payable: holds.filter(({ id }) => !blocked.has(id)),
      failed: [...blocked].map(([id, code]) => ({ id, code })),
      replaced: new Map(
        [...replaced].map(([holdId, list]) => [holdId, list.flatMap(({ other_id }) => other_id ?? [])]),
      ),
    };
  }

  private async question(tx: Tx, conflicts: readonly SeatConflict[]): Promise<ApiError> {
    const facts = await this.conflicts.describe(tx, conflicts);
    const failed = new Map(conflicts.map(({ hold_id, kind }) => [hold_id, failureCodes[kind]]));
    const [first] = facts.records;
    const message = first
      ? `${seatText(first)} is recorded as purchased already (ticket ${first.id})`
      : 'Some of these seats are held or recorded as purchased elsewhere';
    return new ApiError('CONFLICT', `${message}. Send \`replace\` to record the payment all the same`, {
      reason: 'SEATS_TAKEN',
      context: { ...facts, failed: [...failed].slice(0, 100).map(([id, code]) => ({ id, code })) },
    });
  }
}

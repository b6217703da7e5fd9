import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { invalid, notFound } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import type { HandOverDto, HandOverQuery } from './hand-over.dto';
import { HandOverRepository } from './hand-over.repository';
import { OnSaleRepository, roomKey } from './on-sale.repository';

/** Collects the facts of a hand-over note, all of one instant. */
@Injectable()
export class HandOvers {
  constructor(
    private readonly transactions: Transactions,
    private readonly room: OnSaleRepository,
    private readonly facts: HandOverRepository,
  ) {}

  /**
   * @param readsAudit whether the caller may read the audit log
   * @throws 404 for an unknown event, 400 for a period that hasn't begun
   */
  collect(scope: Scope, eventId: number, query: HandOverQuery, readsAudit: boolean): Promise<HandOverDto> {
    const key = roomKey(scope, eventId, query);
    const { since } = query;
    return this.transactions.read(scope, async (tx) => {
      const event = await this.room.findEvent(tx, eventId);
      if (!event) throw notFound('Event');
      if (Date.parse(since) > new Date(event.at).getTime())
        throw invalid([{ field: 'since', message: 'since must not be in the future', code: 'INVALID' }]);
      return {
        from: since,
        to: event.at,
        paid: await this.facts.readPaid(tx, key, since),
        reversed_seats: await this.facts.countReversed(tx, key, since),
        ...(await this.facts.readHolds(tx, key, since)),
        failures: await this.facts.readFailures(tx, key, since),
        commands: await this.facts.readCommands(tx, key, since),
        changes: await this.facts.readChanges(tx, key, since, readsAudit),
        reads_audit: readsAudit,
        open: await this.facts.readOpen(tx, key),
      };
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { EventBudget } from './event-budget.entity';

/** Reads and writes what realms mean to spend on events. */
@Injectable()
export class EventBudgetsRepository {
  async findBudget(tx: Tx, realm_id: number, event_id: number): Promise<EventBudget | null> {
    return tx.manager.findOneBy(EventBudget, { realm_id, event_id });
  }

  async set(
    tx: Tx,
    budget: Pick<EventBudget, 'realm_id' | 'event_id' | 'amount' | 'currency'>,
  ): Promise<void> {
    await tx.manager.upsert(EventBudget, budget, ['realm_id', 'event_id']);
  }

  async removeBudget(tx: Tx, realm_id: number, event_id: number): Promise<void> {
    await tx.manager.delete(EventBudget, { realm_id, event_id });
  }
}

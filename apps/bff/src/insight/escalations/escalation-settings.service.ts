import { Injectable } from '@nestjs/common';
import { defaultEscalationMinutes } from '@tessera/domain';
import { audit } from '../../platform/audit/audit';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { existingRealm } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import type { EscalationDto, EscalationInput, EscalationQuery } from './escalation.dto';
import { EscalationSetting } from './escalation.entity';

/** For how long nobody may act in a realm before more people are notified. */
@Injectable()
export class EscalationSettings {
  constructor(private readonly transactions: Transactions) {}

  /** The realm's minutes; null for a user without a realm. */
  get(scope: Scope, { realm_id }: EscalationQuery): Promise<EscalationDto> {
    return this.transactions.read(scope, async (tx) => ({
      minutes: scope.kind === 'none' ? null : await find(tx, (await existingRealm(tx, realm_id)).id),
    }));
  }

  /** Sets the realm's minutes. */
  set(scope: Scope, { realm_id, minutes }: EscalationInput): Promise<EscalationDto> {
    return this.transactions.run(scope, async (tx) => {
      const { id } = await existingRealm(tx, realm_id);
      const before = await find(tx, id);
      await tx.manager.upsert(EscalationSetting, { realm_id: id, minutes }, ['realm_id']);
      await audit(tx, {
        action: 'realm.escalation',
        entity: 'realm',
        entity_id: id,
        realm_id: id,
        before: { minutes: before },
        after: { minutes },
      });
      return { minutes };
    });
  }
}

async function find(tx: Tx, realm_id: number): Promise<number | null> {
  const setting = await tx.manager.findOneBy(EscalationSetting, { realm_id });
  return setting ? setting.minutes : defaultEscalationMinutes;
}

import { Injectable } from '@nestjs/common';
import { hasSecondFactorSql } from '../../platform/auth/second-factor';
import type { Tx } from '../../platform/database/transactions';
import type { SecondFactorRuleDto } from './second-factor-rules.dto';

/** Reads and writes who must have a second factor; `realmId` null: administrators. */
@Injectable()
export class SecondFactorRulesRepository {
  async readRule(tx: Tx, realmId: number | null): Promise<SecondFactorRuleDto> {
    const [row] = await tx.query<SecondFactorRuleDto>(
      `SELECT (SELECT required_from FROM second_factor_rules WHERE realm_id IS NOT DISTINCT FROM $1::int) AS required_from,
         count(*)::int AS people, count(*) FILTER (WHERE NOT ${hasSecondFactorSql('u.id')})::int AS without
       FROM users u WHERE u.status = 'active' AND CASE WHEN $1::int IS NULL THEN u.role = 'admin' ELSE u.realm_id = $1 END`,
      [realmId],
    );
    if (!row) throw new Error('An aggregate returns a row');
    return row;
  }

  async realmExists(tx: Tx, id: number): Promise<boolean> {
    return (await tx.execute('SELECT FROM realms WHERE id = $1 AND deleted_at IS NULL', [id])) > 0;
  }

  /** Requires a second factor after this many days. */
  async setRule(tx: Tx, realmId: number | null, days: number): Promise<void> {
    await tx.execute(
      `INSERT INTO second_factor_rules (realm_id, required_from) VALUES ($1, now() + make_interval(days => $2))
       ON CONFLICT (realm_id) DO UPDATE SET required_from = excluded.required_from`,
      [realmId, days],
    );
  }

  async removeRule(tx: Tx, realmId: number | null): Promise<void> {
    await tx.execute('DELETE FROM second_factor_rules WHERE realm_id IS NOT DISTINCT FROM $1::int', [
      realmId,
    ]);
  }
}

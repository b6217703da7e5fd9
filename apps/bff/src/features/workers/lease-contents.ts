import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Tx } from '../../platform/database/transactions';
import { Sealing } from '../../platform/sealing/sealing';
import type { TaskRow } from '../tasks/task-rows';
import { readTasks } from '../tasks/tasks.service';
import { type LeasePart, leaseParts, liveHolds, touchLogins } from './leasing.queries';
import type { LeaseDto, LeasedLogin } from './protocol.dto';

/** Puts together what a leased worker gets: what its own task's login needs, and nothing else (contract section 7). */
@Injectable()
export class LeaseContents {
  constructor(private readonly sealing: Sealing) {}

  async of(tx: Tx, rows: readonly TaskRow[]): Promise<LeaseDto[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const tasks = new Map((await readTasks(tx, ids)).map((task) => [task.id, task]));
    const holds = Map.groupBy(await liveHolds(tx, ids), ({ task_id }) => task_id);
    const parts = await leaseParts(tx, ids);
    await touchLogins(
      tx,
      parts.map(({ login_id }) => login_id),
    );
    const leases: LeaseDto[] = [];
    for (const part of parts) {
      const task = tasks.get(part.task_id);
      const row = rows.find(({ id }) => id === part.task_id);
      if (!task || !row?.lease_id) continue;
      leases.push({
        lease_id: row.lease_id,
        order_key: part.order_key,
        mode: part.mode,
        task,
        login: await this.login(tx, part),
        site: part.site,
        event: part.event,
        holds: (holds.get(part.task_id) ?? []).map(({ task_id: _, ...hold }) => hold),
        expires_at: part.expires_at.toISOString(),
      });
    }
    return leases;
  }

  /** Opens the password, and for a task that buys the payment token; the opening is audited. */
  private async login(tx: Tx, part: LeasePart): Promise<LeasedLogin> {
    const opened = this.sealing.open(
      { table: 'logins', row: part.login_id, realm: part.realm_id },
      part.secrets,
    );
    const buys = part.mode === 'buy';
    await audit(tx, {
      action: 'login.open',
      entity: 'login',
      entity_id: part.login_id,
      realm_id: part.realm_id,
      after: { task_id: part.task_id, fields: buys ? ['password', 'card'] : ['password'] },
    });
    return { ...part.login, password: opened.password ?? null, card: buys ? (opened.card ?? null) : null };
  }
}

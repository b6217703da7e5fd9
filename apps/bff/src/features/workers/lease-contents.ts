import { Injectable, Logger } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Tx } from '../../platform/database/transactions';
import { Sealing } from '../../platform/sealing/sealing';
import type { TaskRow } from '../tasks/task-rows';
import { readTasks } from '../tasks/tasks.service';
import { Transitions } from '../tasks/transitions';
import { type LeasePart, leaseParts, liveHolds, touchLogins } from './leasing.queries';
import type { LeaseDto, LeasedLogin } from './protocol.dto';

const UNOPENED = "The login's secrets can't be opened";

/** Puts together what a leased worker gets: what its own task's login needs, and nothing else (contract section 7). */
@Injectable()
export class LeaseContents {
  private readonly logger = new Logger('leasing');

  constructor(
    private readonly sealing: Sealing,
    private readonly transitions: Transitions,
  ) {}

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
      const login = await this.login(tx, part);
      if (!login) {
        await this.transitions.one(tx, { row, input: { type: 'fail' }, message: UNOPENED });
        continue;
      }
      leases.push({
        lease_id: row.lease_id,
        order_key: part.order_key,
        mode: part.mode,
        task,
        login,
        site: part.site,
        event: part.event,
        holds: (holds.get(part.task_id) ?? []).map(({ task_id: _, ...hold }) => hold),
        expires_at: part.expires_at.toISOString(),
      });
    }
    return leases;
  }

  /**
   * Opens the password, and for a task that buys the payment token; the opening is audited. Null when they can't be
   * opened: one such row must not keep every other task from being leased.
   */
  private async login(tx: Tx, part: LeasePart): Promise<LeasedLogin | null> {
    const opened = this.open(part);
    if (!opened) return null;
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

  private open({ login_id, realm_id, secrets }: LeasePart): Record<string, string> | null {
    try {
      return this.sealing.open({ table: 'logins', row: login_id, realm: realm_id }, secrets);
    } catch (error) {
      this.logger.error(`The secrets of login ${login_id} can't be opened`, error);
      return null;
    }
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { auditAll, type AuditEntry } from '../platform/audit/audit';
import { pipelined } from '../platform/database/pipelining';
import type { Tx } from '../platform/database/transactions';
import { Sealing } from '../platform/sealing/sealing';
import { allowanceOf, Budgets } from '../purchases';
import { type TakenTask, taskReason, TasksRepository, Transitions } from '../work';
import { type LeasePart, LeasesRepository } from './leases.repository';
import type { CheckLease } from './payment-checks.repository';
import type { LeasedLogin, LeaseDto } from './protocol.dto';

/** Builds the contents of leases, with only the secrets that a task needs. */
@Injectable()
export class LeaseBuilder {
  private readonly logger = new Logger('leasing');

  constructor(
    private readonly sealing: Sealing,
    private readonly transitions: Transitions,
    private readonly leases: LeasesRepository,
    private readonly tasks: TasksRepository,
    private readonly budgets: Budgets,
  ) {}

  async build(tx: Tx, rows: readonly TakenTask[]): Promise<LeaseDto[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const loginIds = rows.map(({ login_id }) => login_id);
    const owners = rows.map(({ id, realm_id, event_id, job_id }) => ({
      task_id: id,
      realm_id,
      event_id,
      job_id,
    }));
    const [found, liveHolds, parts, balances] = await pipelined([
      this.tasks.findByIds(tx, ids),
      this.leases.findLiveHolds(tx, ids),
      this.leases.readLeaseParts(tx, ids),
      this.budgets.readBalances(tx, owners),
      this.leases.markLoginsUsed(tx, loginIds),
    ]);
    const tasks = new Map(found.map((task) => [task.id, task]));
    const holds = Map.groupBy(liveHolds, ({ task_id }) => task_id);
    const leases: LeaseDto[] = [];
    const opened: LeasePart[] = [];
    for (const part of parts) {
      const task = tasks.get(part.task_id);
      const row = rows.find(({ id }) => id === part.task_id);
      if (!task || !row?.lease_id) continue;
      const login = this.toLeasedLogin(part);
      if (!login) {
        await this.transitions.applyOne(tx, {
          row,
          input: { type: 'fail' },
          message: taskReason('SECRETS_UNREADABLE'),
        });
        continue;
      }
      opened.push(part);
      leases.push({
        ...leaseSubject(part),
        lease_id: row.lease_id,
        mode: part.mode,
        task,
        login,
        holds: (holds.get(part.task_id) ?? []).map(({ task_id: _, ...hold }) => hold),
        budget: allowanceOf(balances, part, part.site.currency),
        expires_at: part.expires_at.toISOString(),
        traceparent: row.queued_trace,
      });
    }
    await auditAll(tx, opened.map(openedSecretsEntry));
    return leases;
  }

  /** Builds leases of payment checks: with passwords, without payment tokens. */
  async buildForChecks(tx: Tx, checks: readonly CheckLease[]): Promise<LeaseDto[]> {
    if (checks.length === 0) return [];
    const ids = checks.map(({ task_id }) => task_id);
    const tasks = new Map((await this.tasks.findByIds(tx, ids)).map((task) => [task.id, task]));
    const parts = (await this.leases.readLeaseParts(tx, ids)).map((part): LeasePart => ({
      ...part,
      mode: 'hold',
    }));
    const leases = parts.flatMap((part): LeaseDto[] => {
      const task = tasks.get(part.task_id);
      const check = checks.find(({ task_id }) => task_id === part.task_id);
      const login = this.toLeasedLogin(part);
      if (!task || !check || !login) return [];
      const { lease_id, lease_expires_at } = check;
      return [
        {
          ...leaseSubject(part),
          lease_id,
          mode: 'settle',
          task,
          login,
          holds: [],
          budget: null,
          expires_at: lease_expires_at.toISOString(),
          traceparent: null,
        },
      ];
    });
    await auditAll(
      tx,
      parts.filter(({ task_id }) => leases.some(({ task }) => task.id === task_id)).map(openedSecretsEntry),
    );
    return leases;
  }

  /**
   * Decrypts the password and, for a `buy` task, the payment token. Null when they can't be decrypted, so that one such row
   * doesn't prevent other tasks from being leased.
   */
  private toLeasedLogin(part: LeasePart): LeasedLogin | null {
    const opened = this.openSecrets(part);
    if (!opened) return null;
    const card = part.mode === 'buy' ? (opened.card ?? null) : null;
    return { ...part.login, password: opened.password ?? null, card };
  }

  private openSecrets({ login_id, realm_id, secrets }: LeasePart): Record<string, string> | null {
    try {
      return this.sealing.open({ table: 'logins', row: login_id, realm: realm_id }, secrets);
    } catch (error) {
      this.logger.error(`The secrets of login ${login_id} can't be opened`, error);
      return null;
    }
  }
}

const leaseSubject = ({ order_key, site, event }: LeasePart) => ({ order_key, site, event });

/** Records each access to a login's secrets in its realm's audit log. */
const openedSecretsEntry = ({ mode, login_id, realm_id, task_id }: LeasePart): AuditEntry => ({
  action: 'login.open',
  entity: 'login',
  entity_id: login_id,
  realm_id,
  after: { task_id, fields: mode === 'buy' ? ['password', 'card'] : ['password'] },
});

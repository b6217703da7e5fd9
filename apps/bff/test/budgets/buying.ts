import type { BudgetDto } from '../../src/purchases/budgets/budgets.dto';
import type { JobDto } from '../../src/work';
import type { TestApp } from '../app';
import { defined } from '../defined';
import { type Signed, template, user } from '../factories';
import { inMinutes, leaseMany, sweep, type Work, work } from '../work';

const WORKERS = 100;

type Answered = { code?: string; holds?: { id: number }[] };
/** A task that a worker has, with the body of its last hold. */
interface Buyer {
  taskId: number;
  loginId: number;
  leaseId: string;
  held: object | null;
}
/** What of a realm its run acts on. */
interface Cast {
  jobId: number;
  buyers: Buyer[];
  /** A second owner, who decides what the first one asks. */
  approver: Signed;
}
interface Sum {
  kind: string;
  currency: string;
  spent: number;
  reserved: number;
}

/** A time zone in which no month ends within ten hours: a run adds up one month. */
const zoneWithinMonth = (): string => (new Date().getUTCHours() < 12 ? 'UTC' : 'Pacific/Honolulu');

/** A realm whose job of a hundred tasks is leased, with budgets of its event, its job and its month, and rules of approval. */
export async function startBuying([app, beside]: readonly [TestApp, TestApp]): Promise<Buying> {
  const mine = await work(app, { logins: 0 });
  await app.db.query('UPDATE realms SET time_zone = $2 WHERE id = $1', [mine.realmId, zoneWithinMonth()]);
  await app.db.query("UPDATE sites SET currency = 'GBP' WHERE id = $1", [mine.siteId]);
  const { rows } = await app.db.query<{ id: number }>(
    `INSERT INTO logins (realm_id, site_id, email, name)
     SELECT $1, $2, 'buyer-' || n || '@' || $3::text || '.example', 'Buyer ' || n FROM generate_series(1, ${WORKERS}) AS n
     RETURNING id`,
    [mine.realmId, mine.siteId, `realm-${mine.realmId}`],
  );
  const login_ids = rows.map(({ id }) => id);
  const template_id = await template(app, mine.realmId, mine.siteId, mine.eventId, { type: 'buy' });
  const body = { template_id, login_ids, worker_count: WORKERS, budget: 500, budget_currency: 'GBP' };
  const job = await app.http<JobDto>('POST', '/api/jobs', { token: mine.owner, body });
  const leases = await leaseMany(mine, WORKERS);
  const buyers = leases.map(({ lease_id, task }) => ({
    taskId: task.id,
    loginId: defined(task.login_id),
    leaseId: lease_id,
    held: null,
  }));
  const approver = await user(app, 'realm_owner', mine.realmId);
  const buying = new Buying([app, beside], mine, { jobId: job.body.id, buyers, approver });
  await buying.set('set_event', 400);
  await buying.set('set_month', 450);
  await buying.rule(300);
  return buying;
}

/** One run: what workers, people and time do to the budgets of one realm, by two servers. */
export class Buying {
  private calls = 0;
  private seats = 0;

  constructor(
    private readonly servers: readonly [TestApp, TestApp],
    private readonly mine: Work,
    private readonly cast: Cast,
  ) {}

  /** Each call goes to the other server than the one before. */
  private get app(): TestApp {
    this.calls += 1;
    return this.servers[this.calls % 2] ?? this.servers[0];
  }

  private buyer(index: number): Buyer {
    return defined(this.cast.buyers[index % WORKERS]);
  }

  async hold(index: number, price: { price: number; currency: string }): Promise<string> {
    const buyer = this.buyer(index);
    this.seats += 1;
    const seat = { area: 'North', row: 'A', seat: String(this.seats), ...price };
    const body = { seats: [seat], expires_at: inMinutes(10) };
    const answer = await this.under(buyer, 'hold', body);
    if (answer.status === 200) buyer.held = body;
    return answer.body.code ?? 'OK';
  }

  /** Ends every transaction that runs now, as the death of both servers would. */
  async cut(): Promise<void> {
    await this.servers[0].db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND usename <> current_user AND state <> 'idle'`,
    );
  }

  /** Sets from which sums a second person decides; null: from none. */
  rule(limit: number | null): Promise<string> {
    const body = { currency: 'GBP', per_launch: limit, per_event: limit, per_month: limit };
    return this.answered('PUT', '/api/approval-rules', { token: this.mine.owner, body });
  }

  /** Asks for a budget, which is approved, or withdrawn in the same moment; returns how both ended. */
  async ask(kind: 'event' | 'month' | 'job', amount: number, isWithdrawn: boolean): Promise<string> {
    const { owner: token, eventId: event_id } = this.mine;
    const of = { event: { event_id }, month: {}, job: { job_id: this.cast.jobId } }[kind];
    const body = { kind: `${kind}_budget`, budget: { ...of, amount, currency: 'GBP' }, reason: 'More seats' };
    const asked = await this.app.http<{ id: number; code?: string }>('POST', '/api/approvals', {
      token,
      body,
    });
    if (asked.status !== 201) return asked.body.code ?? String(asked.status);
    const path = `/api/approvals/${asked.body.id}`;
    const decisions = await Promise.all([
      this.answered('POST', `${path}/approve`, { token: this.cast.approver.token, body: {} }),
      isWithdrawn ? this.answered('POST', `${path}/withdraw`, { token }) : 'kept',
    ]);
    if (decisions.filter((decision) => decision === 'OK').length > 1) throw new Error('Two outcomes');
    return decisions.join(' ');
  }

  /** Sets a budget; a month's in yen too, where a job and an event have one currency. */
  async set(does: 'set_event' | 'set_month' | 'set_job', amount: number | null): Promise<string> {
    const { owner: token, eventId } = this.mine;
    if (does === 'set_job')
      return this.answered('PATCH', `/api/jobs/${this.cast.jobId}`, { token, body: { budget: amount } });
    if (does === 'set_event')
      return this.answered('PUT', `/api/on-sale/${eventId}/budget`, {
        token,
        body: { amount, currency: 'GBP' },
      });
    const yen = amount === null ? null : Math.round(amount * 200);
    await this.answered('PUT', '/api/budgets/month', { token, body: { amount: yen, currency: 'JPY' } });
    return this.answered('PUT', '/api/budgets/month', { token, body: { amount, currency: 'GBP' } });
  }

  async sweep(): Promise<string> {
    await sweep(this.servers[0]);
    return 'OK';
  }

  async act(
    does: 'repeat' | 'expire' | 'remove' | 'lease_over' | 'confirm' | 'confirm_late' | 'pay' | 'reverse',
    index: number,
  ): Promise<string> {
    const buyer = this.buyer(index);
    const { owner: token } = this.mine;
    const { db } = this.servers[0];
    switch (does) {
      case 'repeat':
        return buyer.held ? ((await this.under(buyer, 'hold', buyer.held)).body.code ?? 'OK') : 'nothing';
      case 'expire':
        await db.query(
          "UPDATE holds SET expires_at = now() - interval '1 second' WHERE task_id = $1 AND status = 'held'",
          [buyer.taskId],
        );
        return 'OK';
      case 'lease_over':
        await db.query(
          "UPDATE tasks SET lease_expires_at = now() - interval '1 second' WHERE id = $1 AND lease_id IS NOT NULL",
          [buyer.taskId],
        );
        return 'OK';
      case 'remove':
        return this.answered('DELETE', `/api/carted-tickets/group/${buyer.taskId}/${buyer.loginId}`, {
          token,
        });
      case 'pay': {
        const held = await this.holdsOf(buyer);
        if (held.length === 0) return 'nothing';
        const tickets = held.map((hold_id) => ({ hold_id }));
        return (await this.under(buyer, 'purchase', { tickets })).body.code ?? 'OK';
      }
      case 'reverse': {
        const { rows } = await db.query<{ id: number }>(
          'SELECT id FROM tickets WHERE realm_id = $1 AND reversed_at IS NULL ORDER BY id OFFSET $2 LIMIT 1',
          [this.mine.realmId, index % 5],
        );
        if (!rows[0]) return 'nothing';
        const body = { ticket_ids: [rows[0].id], reason: 'Not paid' };
        return this.answered('POST', '/api/purchases/reverse', { token, body });
      }
      default: {
        const ticket_ids = await this.holdsOf(buyer);
        if (ticket_ids.length === 0) return 'nothing';
        const body = { ticket_ids, late: does === 'confirm_late' };
        return this.answered('POST', '/api/carted-tickets/confirm', { token, body });
      }
    }
  }

  /** The budgets that the realm has now. */
  async balances(): Promise<BudgetDto[]> {
    return (await this.app.http<BudgetDto[]>('GET', '/api/budgets', { token: this.mine.owner })).body;
  }

  /** What the rows themselves add up to. */
  async sums(): Promise<Sum[]> {
    const { rows } = await this.servers[0].db.query<Sum>(
      `SELECT k.kind, c.currency,
         (SELECT coalesce(sum(t.price), 0)::float8 FROM tickets t WHERE t.realm_id = $1 AND t.currency = c.currency
           AND t.reversed_at IS NULL) AS spent,
         (SELECT coalesce(sum(h.price), 0)::float8 FROM holds h WHERE h.realm_id = $1 AND h.currency = c.currency
           AND h.status = 'held' AND h.expires_at > now()) AS reserved
       FROM unnest(ARRAY['event', 'month', 'job']) AS k (kind), unnest(ARRAY['GBP', 'JPY']) AS c (currency)`,
      [this.mine.realmId],
    );
    return rows;
  }

  /** Leaves nothing that later sweeps would work on. */
  async end(): Promise<void> {
    const { db } = this.servers[0];
    await db.query(
      `UPDATE tasks SET status = 'stopped', paused = false, lease_id = NULL, lease_expires_at = NULL, leased_by = NULL,
         ready_at = NULL, deleted_at = now() WHERE realm_id = $1`,
      [this.mine.realmId],
    );
    await db.query("UPDATE holds SET status = 'expired' WHERE realm_id = $1 AND status = 'held'", [
      this.mine.realmId,
    ]);
  }

  private under({ leaseId }: Buyer, call: string, body: object) {
    return this.app.http<Answered>('POST', `/api/worker/v1/leases/${leaseId}/${call}`, {
      token: this.mine.worker,
      body,
    });
  }

  private async holdsOf({ taskId }: Buyer): Promise<number[]> {
    const { rows } = await this.servers[0].db.query<{ id: number }>(
      "SELECT id FROM holds WHERE task_id = $1 AND status IN ('held', 'expired') ORDER BY id",
      [taskId],
    );
    return rows.map(({ id }) => id);
  }

  private async answered(
    method: string,
    path: string,
    asked: { token: string; body?: object },
  ): Promise<string> {
    const { status, body } = await this.app.http<{ code?: string } | null>(method, path, asked);
    return status < 300 ? 'OK' : (body?.code ?? String(status));
  }
}

import fc from 'fast-check';
import { Client } from 'pg';
import { startApp, type TestApp } from '../../../test/app';
import { template } from '../../../test/factories';
import { inMinutes, lease, seat, sweep, under, type Work, work } from '../../../test/work';
import { Housekeeping } from '../../platform/retention/housekeeping';
import type { LeaseDto } from '../../workers';
import type { JobDto } from './jobs.dto';

type JobCounts = { job_id: number; counted: string; total: number; paused: number };

/** One of several concurrent actions. Numbers select a job, a task or a lease, modulo their count. */
type Act =
  | { does: 'launch'; draft: boolean; ahead: boolean }
  | { does: 'control'; job: number; command: string }
  | { does: 'command'; task: number; command: string }
  | { does: 'bulk'; command: string }
  | { does: 'report' | 'hold' | 'pay' | 'fail' | 'release'; lease: number }
  | { does: 'lease' }
  | { does: 'delete' | 'restore'; what: 'jobs' | 'tasks'; id: number }
  | { does: 'sweep' | 'clean' };

const commands = fc.constantFrom('start', 'stop', 'pause', 'resume');
const some = fc.nat(40);
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('launch' as const), draft: fc.boolean(), ahead: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('control' as const), job: some, command: commands }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('command' as const), task: some, command: commands }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('bulk' as const), command: commands }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constantFrom('report', 'hold', 'pay', 'fail', 'release'), lease: some }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('lease' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('delete' as const, 'restore' as const),
      what: fc.constantFrom('jobs' as const, 'tasks' as const),
      id: some,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('sweep' as const, 'clean' as const) }) },
);

describe("a job's counts", () => {
  let app: TestApp;
  let mine: Work;
  let template_id: number;
  const leases: LeaseDto[] = [];
  const holds: number[] = [];
  let seats = 0;

  beforeAll(async () => {
    app = await startApp();
    mine = await work(app, { logins: 3 });
    template_id = await template(app, mine.realmId, mine.siteId, mine.eventId, { worker_count: 4 });
    for (const [index, login_id] of mine.logins.entries())
      await app.db.query(
        'INSERT INTO template_logins (realm_id, template_id, login_id, position) VALUES ($1, $2, $3, $4)',
        [mine.realmId, template_id, login_id, index + 1],
      );
  });
  afterAll(() => app.close());

  const one = <T>(of: readonly T[], number: number): T | undefined => of[number % of.length];
  const idsOf = async (table: 'jobs' | 'tasks') =>
    (
      await app.db.query<{ id: number }>(`SELECT id FROM ${table} WHERE realm_id = $1 ORDER BY id`, [
        mine.realmId,
      ])
    ).rows.map(({ id }) => id);
  const send = (method: string, path: string, body?: unknown) =>
    app.http<{ code?: string }>(method, `/api/${path}`, { token: mine.owner, body });

  /** Performs an action; returns the status if a request was sent. */
  async function act(what: Act): Promise<number | undefined> {
    const leased = 'lease' in what ? one(leases, what.lease)?.lease_id : undefined;
    const sendUnderLease = async (call: string, body?: unknown) =>
      leased === undefined ? undefined : (await under(mine, leased, call, body)).status;
    switch (what.does) {
      case 'launch': {
        const scheduled_at = what.ahead ? inMinutes(60) : undefined;
        return (await send('POST', 'jobs', { template_id, draft: what.draft, scheduled_at })).status;
      }
      case 'control': {
        const id = one(await idsOf('jobs'), what.job);
        return id && (await send('POST', `jobs/${id}/control`, { command: what.command })).status;
      }
      case 'command': {
        const id = one(await idsOf('tasks'), what.task);
        return id && (await send('POST', `tasks/${id}/${what.command}`)).status;
      }
      case 'bulk': {
        const ids = await idsOf('tasks');
        return ids.length > 0
          ? (await send('POST', 'tasks/bulk', { command: what.command, ids })).status
          : undefined;
      }
      case 'lease':
        leases.push(...(await lease(mine, 3)));
        return 200;
      case 'hold': {
        if (!leased) return;
        const response = await under<{ holds?: { id: number }[] }>(mine, leased, 'hold', {
          seats: [seat((seats += 1))],
          expires_at: inMinutes(30),
          basket: 'https://tickets.example/basket/1',
        });
        holds.push(...(response.body.holds?.map(({ id }) => id) ?? []));
        return response.status;
      }
      case 'pay': {
        const id = one(holds, what.lease);
        return id && (await send('POST', 'carted-tickets/confirm', { ticket_ids: [id] })).status;
      }
      case 'report':
        return sendUnderLease('report', { status: 'waiting_room' });
      case 'fail':
        return sendUnderLease('fail', { message: 'No luck' });
      case 'release':
        return sendUnderLease('release');
      case 'delete':
      case 'restore': {
        const id = one(await idsOf(what.what), what.id);
        if (!id) return;
        return what.does === 'delete'
          ? (await send('DELETE', `${what.what}/${id}`)).status
          : (await send('POST', `${what.what}/${id}/restore`)).status;
      }
      case 'sweep':
        await sweep(app);
        return;
      case 'clean':
        // Some rows were deleted long ago.
        await app.db.query(
          `UPDATE tasks SET deleted_at = now() - interval '31 days' WHERE realm_id = $1 AND deleted_at IS NOT NULL AND id % 2 = 0`,
          [mine.realmId],
        );
        await app.db.query(
          `UPDATE jobs SET deleted_at = now() - interval '31 days' WHERE realm_id = $1 AND deleted_at IS NOT NULL AND id % 2 = 0`,
          [mine.realmId],
        );
        await app.nest.get(Housekeeping, { strict: false }).clean();
    }
  }

  const connected = async (): Promise<Client> => {
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    return client;
  };
  const kept = async () =>
    (
      await app.db.query<JobCounts>(
        `SELECT job_id, counted, sum(total)::int AS total, sum(paused)::int AS paused FROM job_counts WHERE realm_id = $1
         GROUP BY 1, 2 HAVING sum(total) <> 0 OR sum(paused) <> 0 ORDER BY 1, 2`,
        [mine.realmId],
      )
    ).rows;
  const counted = async () =>
    (
      await app.db.query<JobCounts>(
        `SELECT job_id, status AS counted, count(*)::int AS total, (count(*) FILTER (WHERE paused))::int AS paused
         FROM tasks WHERE realm_id = $1 AND job_id IS NOT NULL AND deleted_at IS NULL GROUP BY 1, 2
         UNION ALL
         SELECT job_id, 'ticket', count(*)::int, 0 FROM tickets
         WHERE realm_id = $1 AND job_id IS NOT NULL AND deleted_at IS NULL GROUP BY 1 ORDER BY 1, 2`,
        [mine.realmId],
      )
    ).rows;

  it('match its tasks and tickets after concurrent changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyAct, { minLength: 4, maxLength: 8 }), { minLength: 8, maxLength: 8 }),
        async (rounds) => {
          await act({ does: 'launch', draft: false, ahead: false });
          for (const acts of [[{ does: 'lease' } as const], ...rounds]) {
            const responses = await Promise.all(acts.map(act));
            expect(responses.filter((status) => (status ?? 0) >= 500)).toEqual([]);
            expect(await kept()).toEqual(await counted());
          }
        },
      ),
      { numRuns: 6, seed: 20_261_121, endOnFailure: true },
    );
  });

  it("don't make concurrent transactions on one job wait", async () => {
    const made = await app.http<JobDto>('POST', '/api/jobs', {
      token: mine.owner,
      body: { template_id, draft: true },
    });
    const jobId = made.body.id;
    const clients = await Promise.all(Array.from({ length: 4 }, () => connected()));
    try {
      const { rows } = await app.db.query<{ id: number }>(
        'SELECT id FROM tasks WHERE job_id = $1 ORDER BY id',
        [jobId],
      );
      for (const [index, client] of clients.entries()) {
        await client.query(`BEGIN; SET LOCAL lock_timeout = '2s'; SET LOCAL ROLE tessera_all`);
        await client.query(`UPDATE tasks SET status = 'scheduled' WHERE id = $1`, [rows[index]!.id]);
      }
      for (const client of clients) await client.query('COMMIT');
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
    const job = await app.http<JobDto>('GET', `/api/jobs/${jobId}`, { token: mine.owner });
    expect(job.body).toMatchObject({ status: 'scheduled', counts: { scheduled: 4 } });
  });

  it('disappear with a job that is removed for good', async () => {
    const made = await app.http<JobDto>('POST', '/api/jobs', {
      token: mine.owner,
      body: { template_id, draft: true },
    });
    await app.db.query('DELETE FROM jobs WHERE id = $1', [made.body.id]);
    const left = await app.db.query('SELECT FROM job_counts WHERE job_id = $1', [made.body.id]);
    expect(left.rowCount).toBe(0);
  });
});

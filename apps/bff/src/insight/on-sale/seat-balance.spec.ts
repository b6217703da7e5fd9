import fc from 'fast-check';
import { startApp, type TestApp } from '../../../test/app';
import { getJob, launch, tasksOf, templateOf } from '../../../test/jobs';
import { inMinutes, lease, newTask, seat, sweep, under, type Work, work } from '../../../test/work';
import type { SeatBalance } from '../../catalogue';
import type { WaitingPlacesDto } from '../../work';
import type { LeaseDto } from '../../workers';
import type { DashboardDto, NextSalesDto } from '../dashboard/dashboard.dto';
import type { OnSaleDto, OnSaleHistoryDto } from './on-sale.dto';

/** One action of a history. Numbers select a task, a lease or a hold, modulo their count. */
type Act =
  | { does: 'lease' | 'hold' | 'fail' | 'wait'; one: number; seats: number }
  | { does: 'expire' | 'pay' | 'remove' | 'delete' | 'stop' | 'start'; one: number }
  | { does: 'retry' | 'sweep' };

const one = fc.nat(40);
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('lease', 'hold', 'fail', 'wait'),
      one,
      seats: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('expire', 'pay', 'remove', 'delete', 'stop', 'start'),
      one,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('retry', 'sweep') }) },
);

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const get = async <T>({ owner }: Work, path: string): Promise<T> => {
  const { status, body } = await app.http<T>('GET', `/api/${path}`, { token: owner });
  expect(status).toBe(200);
  return body;
};

/** The realm's seats at its event as each page reads them, and the job's. */
async function readPages(mine: Work, jobId: number) {
  const event = mine.eventId;
  const room = await get<OnSaleDto>(mine, `on-sale/${event}`);
  const board = await get<WaitingPlacesDto>(mine, `on-sale/${event}/positions`);
  const drawer = await get<SeatBalance>(mine, `events/${event}/seats`);
  const [sale] = (await get<NextSalesDto>(mine, 'dashboard/on-sales')).sales;
  const dashboard = await get<DashboardDto>(mine, 'dashboard');
  const history = await get<OnSaleHistoryDto>(mine, `on-sale/${event}/history`);
  const { seats_wanted, seats_won, seats_held, seats_open, seats_lost } = await getJob(mine, jobId);
  const { in_progress: _progress, lapsed: _lapsed, ...seats } = room.seats;
  return {
    events: [seats, board.seats, drawer, ...(sale ? [sale.seats] : [])],
    job: { wanted: seats_wanted, won: seats_won, held: seats_held, open: seats_open, lost: seats_lost },
    today: dashboard.bought_today + dashboard.still_wanted,
    ended: history.points.at(-1),
  };
}

describe('the seats of a launch', () => {
  /** Performs an action of a history. */
  async function act(mine: Work, what: Act, jobId: number, leases: LeaseDto[], taken: { seats: number }) {
    const send = (method: string, path: string, body?: unknown) =>
      app.http(method, `/api/${path}`, { token: mine.owner, body });
    const pick = <T>(of: readonly T[]): T | undefined =>
      'one' in what && of.length > 0 ? of[what.one % of.length] : undefined;
    const ids = async (sql: string) =>
      (await app.db.query<{ id: number }>(`${sql} ORDER BY id`, [mine.realmId])).rows.map(({ id }) => id);
    const pickTask = async () =>
      pick(await ids('SELECT id FROM tasks WHERE realm_id = $1 AND deleted_at IS NULL'));
    const leased = pick(leases)?.lease_id;
    switch (what.does) {
      case 'lease':
        leases.push(...(await lease(mine, 2)));
        return;
      case 'wait':
        if (leased) await under(mine, leased, 'report', { status: 'waiting_room' });
        return;
      case 'hold':
        if (leased)
          await under(mine, leased, 'hold', {
            seats: Array.from({ length: what.seats }, () => seat((taken.seats += 1))),
            expires_at: inMinutes(30),
            basket: 'https://tickets.example/basket/1',
          });
        return;
      case 'fail':
        if (leased) await under(mine, leased, 'fail', { message: 'No luck' });
        return;
      case 'expire': {
        const id = pick(await ids("SELECT id FROM holds WHERE realm_id = $1 AND status = 'held'"));
        await app.db.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE id = $1", [
          id ?? 0,
        ]);
        return;
      }
      case 'pay':
      case 'remove': {
        const id = pick(
          await ids("SELECT id FROM holds WHERE realm_id = $1 AND status IN ('held', 'expired')"),
        );
        if (!id) return;
        if (what.does === 'pay') await send('POST', 'carted-tickets/confirm', { ticket_ids: [id] });
        else await send('DELETE', `carted-tickets/${id}`);
        return;
      }
      case 'delete':
        await send('DELETE', `tasks/${(await pickTask()) ?? 0}`);
        return;
      case 'stop':
      case 'start':
        await send('POST', `tasks/${(await pickTask()) ?? 0}/${what.does}`);
        return;
      case 'retry':
        await send('POST', `jobs/${jobId}/control`, { command: 'retry_failed' });
        return;
      case 'sweep':
        await sweep(app);
    }
  }

  it.each([
    ['without a target', null, 8],
    ['with a target', 3, 3],
  ])(
    'add up to what was wanted on every page, whatever becomes of them: %s',
    async (_case, target, wanted) => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyAct, { minLength: 6, maxLength: 14 }), async (acts) => {
          const mine = await work(app, { logins: 4 });
          await app.db.query('UPDATE events SET on_sale_at = now() WHERE id = $1', [mine.eventId]);
          const template_id = await templateOf(mine, {
            worker_count: 4,
            seats_per_worker: 2,
            target_count: target,
          });
          const { id } = await launch(mine, { template_id });
          await app.db.query('UPDATE tasks SET max_retries = 1 WHERE realm_id = $1', [mine.realmId]);
          const leases: LeaseDto[] = [];
          const taken = { seats: 0 };
          for (const what of acts) {
            await act(mine, what, id, leases, taken);
            const { events, job, today, ended } = await readPages(mine, id);
            expect(job.wanted).toBe(wanted);
            const sum = job.won + job.held + job.open + job.lost;
            const seats = { ...job, extra: sum - wanted };
            expect(seats.extra).toBe(Math.max(0, job.won + job.held - wanted));
            for (const page of events) expect(page).toEqual(seats);
            expect(today).toBe(Math.max(wanted, job.won));
            expect(ended).toMatchObject({ won: job.won, held: job.held });
          }
        }),
        { numRuns: 5, seed: 20_261_128 },
      );
    },
  );

  it('are lost when no task tries for them any more, and open again with a retry', async () => {
    const mine = await work(app, { logins: 2 });
    const template_id = await templateOf(mine, { worker_count: 2, seats_per_worker: 2 });
    const { id } = await launch(mine, { template_id });
    await app.db.query('UPDATE tasks SET max_retries = 0 WHERE realm_id = $1', [mine.realmId]);
    const [first] = await lease(mine, 1);
    await under(mine, first!.lease_id, 'fail', { message: 'Sold out' });
    expect(await getJob(mine, id)).toMatchObject({ seats_wanted: 4, seats_open: 2, seats_lost: 2 });
    await app.http('POST', `/api/jobs/${id}/control`, {
      token: mine.owner,
      body: { command: 'retry_failed' },
    });
    expect(await getJob(mine, id)).toMatchObject({ seats_wanted: 4, seats_open: 4, seats_lost: 0 });
    const [failed] = (await tasksOf(mine, id)).filter(({ id: task }) => task === first!.task.id);
    expect(failed?.status).toBe('queued');
  });

  it('include those of single tasks', async () => {
    const mine = await work(app);
    await newTask(mine, { seats_to_set: 3 });
    const { seats } = await get<OnSaleDto>(mine, `on-sale/${mine.eventId}`);
    expect(seats).toMatchObject({ wanted: 3, won: 0, held: 0, open: 3, lost: 0, extra: 0 });
  });
});

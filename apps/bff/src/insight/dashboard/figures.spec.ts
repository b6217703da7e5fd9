import { failedStatuses, unfinishedStatuses } from '@tessera/domain';
import { startApp, type TestApp } from '../../../test/app';
import { holdSeats, lease, newTask, under, type Work, work } from '../../../test/work';
import type { DashboardDto } from './dashboard.dto';

/** The list that each tile opens (apps/shell/src/features/dashboard/tile-links.ts), as its page requests it. */
const lists: Record<string, { figure: keyof DashboardDto; list: (data: DashboardDto) => string }> = {
  'unfinished tasks': {
    figure: 'unfinished_total',
    list: () => `/api/tasks?status=${unfinishedStatuses.join(',')}`,
  },
  'tasks in waiting rooms': { figure: 'waiting', list: () => '/api/tasks?status=waiting_room' },
  'seats held now': { figure: 'held', list: () => '/api/carted-tickets?expired=false' },
  'tickets bought today': {
    figure: 'bought_today',
    list: ({ today_from }) => `/api/tickets?created_from=${today_from}`,
  },
  'tasks failed in 24 hours': {
    figure: 'failed_24h',
    list: ({ failed_since }) => `/api/tasks?status=${failedStatuses.join(',')}&finished_from=${failed_since}`,
  },
};

describe('each figure of the dashboard equals the count of the list that its tile opens', () => {
  let app: TestApp;
  let mine: Work;
  let data: DashboardDto;
  beforeAll(async () => {
    app = await startApp();
    mine = await work(app, { logins: 3 });
    for (let count = 0; count < 7; count += 1)
      await newTask(mine, { login_id: mine.logins[count % mine.logins.length] });
    const [waits, holds, buys, fails, expires, old] = await lease(mine, 6);
    await under(mine, waits!.lease_id, 'report', { status: 'waiting_room' });
    await holdSeats(mine, holds!.lease_id, [1, 2]);
    const ticket_ids = await holdSeats(mine, buys!.lease_id, [3, 4, 5]);
    await app.http('POST', '/api/carted-tickets/confirm', { token: mine.owner, body: { ticket_ids } });
    await app.db.query('UPDATE tasks SET max_retries = 0 WHERE realm_id = $1', [mine.realmId]);
    for (const lost of [fails, expires, old])
      await under(mine, lost!.lease_id, 'fail', { message: 'sold out' });
    const set = (id: number, sql: string) => app.db.query(`UPDATE tasks SET ${sql} WHERE id = $1`, [id]);
    await set(expires!.task.id, "status = 'expired'");
    await set(old!.task.id, "finished_at = now() - interval '25 hours'");
    await app.db.query(
      `UPDATE tickets SET created_at = now() - interval '2 days'
       WHERE id = (SELECT min(id) FROM tickets WHERE realm_id = $1)`,
      [mine.realmId],
    );
    data = (await app.http<DashboardDto>('GET', '/api/dashboard', { token: mine.owner })).body;
  });
  afterAll(() => app.close());

  it.each(Object.entries(lists))('%s', async (_name, { figure, list }) => {
    const path = `${list(data)}&page=1&page_size=1`;
    const { status, headers } = await app.http('GET', path, { token: mine.owner });
    expect(status).toBe(200);
    expect(Number(headers.get('x-total-count'))).toBe(data[figure]);
    expect(data[figure]).toBeGreaterThan(0);
  });

  it('counts expired tasks as failed, and none that failed earlier', () => {
    expect(data).toMatchObject({
      failed_24h: 2,
      failed_24h_messages: [
        {
          message: 'sold out (no retries left)',
          reason: {
            code: 'RETRIES_USED_UP',
            params: expect.objectContaining({ words: 'sold out' }) as unknown,
          },
          count: 2,
        },
      ],
    });
  });

  it('lists the tasks that entered a status within a period, as the chart counts them', async () => {
    const total = async (query: string) => {
      const { headers } = await app.http('GET', `/api/tasks?page=1&page_size=1&${query}`, {
        token: mine.owner,
      });
      return Number(headers.get('x-total-count'));
    };
    await app.db.query(
      `UPDATE task_events SET at = now() - interval '3 hours' WHERE task_id = (SELECT min(id) FROM tasks WHERE realm_id = $1)`,
      [mine.realmId],
    );
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    expect(await total(`changed_from=${hoursAgo(1)}`)).toBe(6);
    expect(await total(`changed_from=${hoursAgo(4)}&changed_to=${hoursAgo(2)}`)).toBe(1);
  });

  it('starts today at midnight in the requested time zone, and rejects an unknown one', async () => {
    const get = (zone: string) =>
      app.http<DashboardDto>('GET', `/api/dashboard?time_zone=${zone}`, { token: mine.owner });
    const { body } = await get('Asia/Kolkata');
    expect(body.today_from).toMatch(/T18:30:00.000Z$/);
    const rejected = await get('Nowhere/At_all');
    expect(rejected).toMatchObject({ status: 400, body: { details: [{ field: 'time_zone' }] } });
  });
});

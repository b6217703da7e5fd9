import { startApp, type TestApp } from '../../../test/app';
import { getTasks, holdSeats, leaseOne, newTask, until, type Work, work } from '../../../test/work';
import type { TicketDto } from '../../purchases';
import type { BulkAnswer, BulkOperationDto, BulkResult } from './bulk.dto';

describe('bulk purchases', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const mark = (from: Work, ids: number[], more: object = {}, key = '') =>
    app.http<BulkAnswer>('POST', '/api/tasks/bulk', {
      token: from.owner,
      body: { command: 'mark_bought', ids, ...more },
      headers: key ? { 'Idempotency-Key': key } : {},
    });
  const waitUntilDone = async (from: Work, { operation }: BulkAnswer) => {
    const path = `/api/tasks/bulk/${operation!.id}`;
    const getOperation = async () =>
      (await app.http<BulkOperationDto>('GET', path, { token: from.owner })).body;
    await until(async () => (await getOperation()).state === 'done', 'the operation is over');
    const results = await app.http<BulkResult[]>('GET', `${path}/results`, { token: from.owner });
    return {
      ...(await getOperation()),
      results: results.body.map(({ task_id, result }) => [task_id, result]),
    };
  };
  const holding = async (from: Work, seats: number[]): Promise<number> => {
    const { id } = await newTask(from);
    await holdSeats(from, (await leaseOne(from)).lease_id, seats);
    return id;
  };
  const tickets = async ({ owner }: Work) =>
    (await app.http<TicketDto[]>('GET', '/api/tickets', { token: owner })).body;

  it('records held seats as purchased, ends the other tasks of the logins, and names the reasons for the rest', async () => {
    const mine = await work(app, { logins: 2 });
    const [pair, one] = [await holding(mine, [1, 2]), await holding(mine, [3])];
    const [idle, empty] = [(await newTask(mine, { start: false })).id, (await newTask(mine)).id];
    const unnamed = (await newTask(mine)).id;
    const stranger = (await newTask(mine, { login_id: mine.logins[1] })).id;
    const ids = [pair, one, idle, empty, stranger];
    const reasons = [
      { code: 'INVALID_STATE', message: "Its status doesn't allow it", count: 1 },
      { code: 'NOTHING_HELD', message: 'It holds no seats: there is no purchase to record', count: 1 },
    ];
    const preview = await mark(mine, ids, { preview: true });
    expect([preview.status, preview.body]).toMatchObject([200, { eligible: 3, ineligible: 2, reasons }]);
    expect(await tickets(mine)).toEqual([]);

    const started = await mark(mine, ids);
    expect(started.status).toBe(202);
    expect(await waitUntilDone(mine, started.body)).toMatchObject({
      command: 'mark_bought',
      done: 3,
      passed_over: 2,
      reasons,
      results: [
        [pair, 'done'],
        [one, 'done'],
        [idle, 'INVALID_STATE'],
        [empty, 'done'],
        [stranger, 'NOTHING_HELD'],
      ],
    });
    expect((await tickets(mine)).map(({ seat }) => seat).sort()).toEqual(['1', '2', '3']);
    const states = await getTasks(mine, [pair, one, empty, unnamed, stranger]);
    expect(states.map(({ status }) => status)).toEqual(['bought', 'bought', 'bought', 'bought', 'queued']);
  });

  it('marks tasks without a purchase if their login holds no seats for the event', async () => {
    const mine = await work(app, { logins: 3 });
    const [bare, alike] = [(await newTask(mine)).id, (await newTask(mine)).id];
    const idle = (await newTask(mine, { start: false, login_id: mine.logins[1] })).id;
    const holder = await newTask(mine, { login_id: mine.logins[2] });
    const empty = (await newTask(mine, { login_id: mine.logins[2], start: false })).id;
    await app.http('POST', `/api/tasks/${empty}/start`, { token: mine.owner });
    await app.http('POST', `/api/tasks/${empty}/stop`, { token: mine.owner });
    await app.http('POST', `/api/tasks/${bare}/stop`, { token: mine.owner });
    await app.http('POST', `/api/tasks/${alike}/pause`, { token: mine.owner });
    const lease = await leaseOne(mine);
    expect(lease.task.id).toBe(holder.id);
    await holdSeats(mine, lease.lease_id, [1]);
    const alone = (ids: number[], more: object = {}) =>
      app.http<BulkAnswer>('POST', '/api/tasks/bulk', {
        token: mine.owner,
        body: { command: 'mark_tasks_bought', ids, ...more },
      });
    const ids = [bare, idle, empty];
    expect((await alone(ids, { preview: true })).body).toMatchObject({
      eligible: 1,
      ineligible: 2,
      reasons: expect.arrayContaining([
        { code: 'SEATS_HELD', message: 'Its login holds seats for the event', count: 1, status: null },
      ]) as unknown,
      undo: [],
    });
    expect(await waitUntilDone(mine, (await alone(ids)).body)).toMatchObject({
      command: 'mark_tasks_bought',
      results: [
        [bare, 'done'],
        [idle, 'INVALID_STATE'],
        [empty, 'SEATS_HELD'],
      ],
    });
    expect(await tickets(mine)).toEqual([]);
    const states = await getTasks(mine, [bare, alike, idle, empty, holder.id]);
    expect(states.map(({ status }) => status)).toEqual(['bought', 'bought', 'idle', 'stopped', 'carted']);
  });

  it('buys nothing twice: a second request has no effect, and a repeated one gets the same response', async () => {
    const mine = await work(app);
    const id = await holding(mine, [1, 2]);
    const [first, again] = [await mark(mine, [id], {}, 'once'), await mark(mine, [id], {}, 'once')];
    expect(again.body).toEqual(first.body);
    expect((await waitUntilDone(mine, first.body)).results).toEqual([[id, 'done']]);
    expect((await waitUntilDone(mine, (await mark(mine, [id])).body)).results).toEqual([[id, 'already']]);
    expect(await tickets(mine)).toHaveLength(2);
  });

  it('applies to all tasks that match a filter, with the requester as the actor', async () => {
    const mine = await work(app);
    for (let seat = 1; seat <= 3; seat += 1) await holding(mine, [seat]);
    const { body } = await app.http<BulkAnswer>('POST', '/api/tasks/bulk', {
      token: mine.owner,
      body: { command: 'mark_bought', filter: { status: 'carted' } },
    });
    expect(await waitUntilDone(mine, body)).toMatchObject({ done: 3, passed_over: 0 });
    const { rows } = await app.db.query<{ mine: boolean; n: number }>(
      `SELECT who LIKE 'realm_owner-%' AS mine, count(*)::int AS n FROM audit
       WHERE realm_id = $1 AND action = 'ticket.purchase' GROUP BY 1`,
      [mine.realmId],
    );
    expect(rows).toEqual([{ mine: true, n: 3 }]);
  });
});

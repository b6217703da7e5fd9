import { startApp, type TestApp } from '../../../test/app';
import { admin } from '../../../test/factories';
import { holdSeats, lease, newTask, sweep, under, type Work, work } from '../../../test/work';
import type { EventBudgetDto } from '../../purchases';
import type { OnSaleDto, OnSaleHistoryDto } from './on-sale.dto';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const room = async ({ owner, eventId }: Work) =>
  (await app.http<OnSaleDto>('GET', `/api/on-sale/${eventId}`, { token: owner })).body;
const history = async ({ owner, eventId }: Work, query = '') =>
  app.http<OnSaleHistoryDto>('GET', `/api/on-sale/${eventId}/history${query}`, { token: owner });
const last = <T>(items: readonly T[]): T => {
  const item = items.at(-1);
  if (item === undefined) throw new Error('empty');
  return item;
};

/** Tasks of two seats each: one bought, one held, one waiting, one running, one queued, two failed, one of them sold out. */
async function sale(): Promise<Work> {
  const mine = await work(app, { logins: 7 });
  for (const login_id of mine.logins) await newTask(mine, { login_id, seats_to_set: 2 });
  const [buys, holds, waits, , soldOut, busy] = await lease(mine, 6);
  await under(mine, waits!.lease_id, 'report', { status: 'waiting_room' });
  const ticket_ids = await holdSeats(mine, buys!.lease_id, [1, 2]);
  await holdSeats(mine, holds!.lease_id, [3, 4]);
  await app.http('POST', '/api/carted-tickets/confirm', { token: mine.owner, body: { ticket_ids } });
  await app.db.query('UPDATE tasks SET max_retries = 0 WHERE realm_id = $1', [mine.realmId]);
  await under(mine, soldOut!.lease_id, 'fail', { message: 'Sold out: no 2 seats left in North 104' });
  await under(mine, busy!.lease_id, 'fail', { message: 'Too many requests, try again later' });
  return mine;
}

describe('the room of an event', () => {
  let mine: Work;
  beforeAll(async () => {
    mine = await sale();
  });

  it('counts seats that are won, held, in progress and wanted, and tasks by status', async () => {
    const shown = await room(mine);
    expect(shown.seats).toEqual({
      wanted: 14,
      won: 2,
      held: 2,
      open: 6,
      lost: 4,
      extra: 0,
      in_progress: 6,
      lapsed: 0,
    });
    expect(shown.counts).toEqual({
      bought: 1,
      carted: 1,
      waiting_room: 1,
      running: 1,
      queued: 1,
      failed: 2,
    });
    expect(shown.tasks).toBe(7);
    expect(shown.event).toMatchObject({ id: mine.eventId, on_sale_at: null });
    expect(Date.parse(shown.at)).not.toBeNaN();
  });

  it('lists the baskets to pay, the next to expire first, with their price', async () => {
    const { baskets } = await room(mine);
    expect(baskets).toMatchObject({ count: 1, seats: 2 });
    expect(baskets.next).toMatchObject([{ seats: 2, area: 'North 104', total: 85 }]);
  });

  it('groups failures by what the worker said, and names the tasks of a group', async () => {
    const { failures } = await room(mine);
    expect(failures.map(({ text, kind, failed, retrying }) => ({ text, kind, failed, retrying }))).toEqual([
      { text: 'Sold out: no 2 seats left in North 104', kind: 'sold_out', failed: 1, retrying: 0 },
      { text: 'Too many requests, try again later', kind: 'rate_limited', failed: 1, retrying: 0 },
    ]);
    const tasks = async (reason: string) => {
      const query = new URLSearchParams({ event_id: String(mine.eventId), status: 'failed,expired', reason });
      return (
        await app.http<{ status: string }[]>('GET', `/api/tasks?${query.toString()}`, { token: mine.owner })
      ).body;
    };
    expect((await tasks('Too many requests, try again later')).map(({ status }) => status)).toEqual([
      'failed',
    ]);
    expect(await tasks('unknown')).toEqual([]);
  });

  it('counts the workers that serve the event and the tasks they run', async () => {
    const { workers } = await room(mine);
    expect(workers).toMatchObject({ serving: 1, draining: 0, busy: 2 });
    expect(workers.queue_age_s).not.toBeNull();
  });

  it('shows nothing of another realm at the same event', async () => {
    const other = await work(app, { on: mine });
    const shown = await room(other);
    expect(shown).toMatchObject({
      seats: { wanted: 0, won: 0, held: 0, open: 0, lost: 0, in_progress: 0, lapsed: 0 },
      tasks: 0,
      failures: [],
      baskets: { count: 0, next: [] },
      money: { spent: [], held: [] },
      jobs: [],
    });
    expect(last((await history(other)).body.points)).toMatchObject({ won: 0, held: 0, counts: {} });
    const { status } = await app.http('GET', `/api/on-sale/${mine.eventId}?realm_id=${mine.realmId}`, {
      token: other.owner,
    });
    expect(status).toBe(400);
  });

  it('shows administrators all realms, or the one they name', async () => {
    const { token } = await admin(app);
    const of = async (query: string) =>
      (await app.http<OnSaleDto>('GET', `/api/on-sale/${mine.eventId}${query}`, { token })).body.tasks;
    expect(await of('')).toBe(7);
    expect(await of(`?realm_id=${mine.realmId}`)).toBe(7);
    expect(await of('?realm_id=999999')).toBe(0);
  });

  it('returns 404 for an unknown event', async () => {
    for (const path of ['', '/history']) {
      const { status } = await app.http('GET', `/api/on-sale/2147483647${path}`, { token: mine.owner });
      expect(status).toBe(404);
    }
  });
});

describe('waiting places', () => {
  it('have a best position, a middle and a pace', async () => {
    const mine = await work(app, { logins: 3 });
    for (const [index, login_id] of mine.logins.entries()) {
      const { rows } = await app.db.query<{ id: number }>(
        `INSERT INTO queue_links (realm_id, login_id, event_id, status, position) VALUES ($1, $2, $3, 'waiting', $4) RETURNING id`,
        [mine.realmId, login_id, mine.eventId, 100 * (index + 1)],
      );
      await app.db.query("UPDATE queue_link_steps SET at = now() - interval '1 minute' WHERE link_id = $1", [
        rows[0]!.id,
      ]);
      await app.db.query('UPDATE queue_links SET position = position - 30 WHERE id = $1', [rows[0]!.id]);
    }
    const { waiting } = await room(mine);
    expect(waiting).toMatchObject({ places: 3, admitted: 0, best: 70, median: 170 });
    expect(waiting.pace).toBeGreaterThan(25);
    expect(waiting.pace).toBeLessThanOrEqual(30);
    const { points } = (await history(mine)).body;
    expect(last(points).waiting).toBe(3);
  });
});

describe('tasks in a waiting room without a link', () => {
  it('are places, with their best position over time', async () => {
    const mine = await work(app, { logins: 2 });
    for (const login_id of mine.logins) await newTask(mine, { login_id });
    const leases = await lease(mine, 2);
    for (const [index, { lease_id }] of leases.entries())
      await under(mine, lease_id, 'report', { status: 'waiting_room', queue_position: 40 + 10 * index });
    expect((await room(mine)).waiting).toMatchObject({ places: 2, best: 40, median: 40 });
    const { points } = (await history(mine)).body;
    expect(last(points)).toMatchObject({ waiting: 2, best: 40 });
    await under(mine, leases[0]!.lease_id, 'report', { status: 'running' });
    expect((await room(mine)).waiting).toMatchObject({ places: 1, best: 50 });
    expect(last((await history(mine)).body.points).waiting).toBe(1);
  });
});

describe('the history of an event', () => {
  it('ends with the figures of the room, and counts failed attempts by kind', async () => {
    const mine = await sale();
    const now = await room(mine);
    const { points, marks, wanted } = (await history(mine)).body;
    expect(last(points)).toMatchObject({
      counts: now.counts,
      won: 2,
      held: 2,
      in_progress: 6,
      open: 6,
      lapsed: 0,
      spent: now.money.spent[0]?.total,
      due: now.money.held[0]?.total,
    });
    expect(points[0]).toMatchObject({ counts: {}, won: 0, held: 0, in_progress: 0, open: 0, wanted: 0 });
    expect(last(points).wanted).toBe(14);
    expect(wanted).toBe(14);
    const count = (kind: string) =>
      marks.filter((mark) => mark.kind === kind).reduce((sum, mark) => sum + mark.count, 0);
    expect([count('sold_out'), count('rate_limited')]).toEqual([1, 1]);
  });

  it('shows a moment of the past as it was', async () => {
    const mine = await sale();
    const shift = `at = at - interval '1 hour' WHERE realm_id = ${mine.realmId}`;
    await app.db.query(
      `UPDATE task_events SET ${shift} AND (to_status IS NULL OR to_status NOT IN ('carted', 'bought'))`,
    );
    const now = Date.now();
    const from = new Date(now - 2 * 3_600_000).toISOString();
    const to = new Date(now - 30 * 60_000).toISOString();
    const { points, step_seconds } = (await history(mine, `?from=${from}&to=${to}&step=60`)).body;
    expect(step_seconds).toBe(60);
    expect(points).toHaveLength(91);
    expect(last(points)).toMatchObject({ won: 0, held: 0 });
    const tasks = Object.values(last(points).counts).reduce((sum: number, n) => sum + n, 0);
    expect(tasks).toBe(7);
    expect(last(points).counts).not.toHaveProperty('bought');
  });

  it('counts seats that expired', async () => {
    const mine = await work(app);
    await newTask(mine, { seats_to_set: 2 });
    const [one] = await lease(mine);
    await holdSeats(mine, one!.lease_id, [1, 2]);
    await app.db.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE realm_id = $1", [
      mine.realmId,
    ]);
    expect((await room(mine)).seats).toMatchObject({ held: 0, lapsed: 2 });
    await sweep(app);
    expect((await room(mine)).seats).toMatchObject({ held: 0, lapsed: 2 });
    expect(last((await history(mine)).body.points)).toMatchObject({ held: 0, lapsed: 2 });
  });

  it('rejects a period that ends before it starts, and one of too many points', async () => {
    const mine = await work(app);
    for (const query of [
      '?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
      '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&step=1',
    ])
      expect((await history(mine, query)).status).toBe(400);
  });
});

describe('the budget of an event', () => {
  const put = ({ owner, eventId }: Work, body: object) =>
    app.http<EventBudgetDto>('PUT', `/api/on-sale/${eventId}/budget`, { token: owner, body });

  it('belongs to the realm, is replaced and removed', async () => {
    const mine = await work(app);
    const other = await work(app, { on: mine });
    expect((await put(mine, { amount: 1200.5, currency: 'GBP' })).status).toBe(200);
    await put(mine, { amount: 900, currency: 'GBP' });
    expect((await room(mine)).money).toMatchObject({ budget: 900, budget_currency: 'GBP' });
    expect((await room(other)).money.budget).toBeNull();
    expect((await put(mine, { amount: null, currency: 'GBP' })).body).toMatchObject({ amount: null });
    expect((await room(mine)).money.budget).toBeNull();
    const { rows } = await app.db.query("SELECT FROM audit WHERE action = 'event.budget' AND realm_id = $1", [
      mine.realmId,
    ]);
    expect(rows).toHaveLength(3);
  });

  it('names an invalid amount and currency', async () => {
    const mine = await work(app);
    expect((await put(mine, { amount: -1, currency: 'GBP' })).status).toBe(400);
    expect((await put(mine, { amount: 1, currency: 'pounds' })).status).toBe(400);
    const { token } = await admin(app);
    const response = await app.http('PUT', `/api/on-sale/${mine.eventId}/budget`, {
      token,
      body: { amount: 1, currency: 'GBP' },
    });
    expect(response.status).toBe(400);
  });
});

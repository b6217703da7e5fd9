import type { CartedTicketDto } from '../src/purchases';
import { startApp, type TestApp } from './app';
import { holdSeats, leaseOne, newTask, work } from './work';

/** The period filters of each list: from the first instant (inclusive) to the second (exclusive). */
const periods = [
  ['/tasks', 'created_from', 'created_to'],
  ['/tasks', 'scheduled_from', 'scheduled_to'],
  ['/tasks', 'finished_from', 'finished_to'],
  ['/jobs', 'created_from', 'created_to'],
  ['/jobs', 'scheduled_from', 'scheduled_to'],
  ['/carted-tickets', 'created_from', 'created_to'],
  ['/carted-tickets', 'expires_from', 'expires_to'],
  ['/tickets', 'created_from', 'created_to'],
  ['/ledger', 'from', 'to'],
  ['/queueitlinks', 'created_from', 'created_to'],
] as const;

describe('periods of lists', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each(periods)(
    '%s takes instants as %s and %s, and names the one that is none',
    async (path, from, to) => {
      const mine = await work(app);
      const read = (query: Record<string, string>) =>
        app.http<{ details?: { field: string }[] }>(
          'GET',
          `/api${path}?${new URLSearchParams(query).toString()}`,
          { token: mine.owner },
        );
      const year = { [from]: '2026-01-01T00:00:00.000Z', [to]: '2027-01-01T00:00:00.000Z' };
      expect((await read(year)).status).toBe(200);
      for (const name of [from, to]) {
        const rejected = await read({ ...year, [name]: '2026-11-20' });
        expect(rejected.status).toBe(400);
        expect(rejected.body.details?.map(({ field }) => field)).toEqual([name]);
      }
    },
  );

  it('include the first instant and exclude the last', async () => {
    const mine = await work(app);
    await newTask(mine);
    const ids = await holdSeats(mine, (await leaseOne(mine)).lease_id, [1, 2, 3]);
    const midnight = Date.parse('2090-11-20T00:00:00.000Z');
    const at = (shift: number): string => new Date(midnight + shift).toISOString();
    for (const [index, shift] of [-1, 0, 86_400_000].entries())
      await app.db.query('UPDATE holds SET expires_at = $2 WHERE id = $1', [ids[index], at(shift)]);
    const listed = async (query: string) =>
      (
        await app.http<CartedTicketDto[]>('GET', `/api/carted-tickets?sort=expires_at&${query}`, {
          token: mine.owner,
        })
      ).body.map(({ id }) => ids.indexOf(id));
    expect(await listed(`expires_from=${at(0)}&expires_to=${at(86_400_000)}`)).toEqual([1]);
    expect(await listed(`expires_from=${at(0)}`)).toEqual([1, 2]);
    expect(await listed(`expires_to=${at(0)}`)).toEqual([0]);
  });

  it('sorts tasks by seats and by position, those without a position last both ways', async () => {
    const mine = await work(app);
    const made = [];
    for (const seats of [2, 4, 1]) made.push(await newTask(mine, { seats_to_set: seats, start: false }));
    const [first, second, third] = made.map(({ id }) => id);
    await app.db.query(
      "UPDATE tasks SET status = 'waiting_room', queue_it_event_position = CASE id WHEN $1 THEN 1204 ELSE 7 END WHERE id IN ($1, $2)",
      [first, second],
    );
    await app.db.query('UPDATE tasks SET queue_it_event_position = 3 WHERE id = $1', [third]);
    const sorted = async (sort: string) =>
      (await app.http<{ id: number }[]>('GET', `/api/tasks?sort=${sort}`, { token: mine.owner })).body.map(
        ({ id }) => id,
      );
    expect(await sorted('seats_to_set')).toEqual([third, first, second]);
    expect(await sorted('-seats_to_set')).toEqual([second, first, third]);
    expect(await sorted('queue_it_event_position')).toEqual([second, first, third]);
    expect(await sorted('-queue_it_event_position')).toEqual([first, second, third]);
  });
});

import { randomUUID } from 'node:crypto';
import type { TicketDto } from '../../src/purchases';
import { type Answer, startApp, type TestApp } from '../app';
import { concurrently } from '../concurrently';
import { getTask, holdSeats, leaseOne, newTask, type Work, work } from '../work';
import { RACE_MS, rounds, tally } from './rounds';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Puts three different seats into the cart of a login. */
async function carted(own: Work, login: number): Promise<{ task: number; holds: number[] }> {
  const { id } = await newTask(own, { login_id: login });
  const { lease_id } = await leaseOne(own);
  const seats = [1, 2, 3].map((seat) => login * 10 + seat);
  return { task: id, holds: await holdSeats(own, lease_id, seats) };
}

type Send = (
  own: Work,
  login: number,
  holds: number[],
  headers: Record<string, string>,
) => Promise<Answer<unknown>>;
type Calls = Record<string, { send: Send; ticketsOf: (body: unknown) => TicketDto[]; again: string }>;

const calls: Calls = {
  purchases: {
    send: ({ owner, siteId, guid }, loginId, _, headers) =>
      app.http('POST', '/api/purchases', {
        token: owner,
        body: { loginId, siteId, eventGuid: guid },
        headers,
      }),
    ticketsOf: (body) => body as TicketDto[],
    // A repeated call returns the same tickets.
    again: '200',
  },
  confirms: {
    send: ({ owner }, _, ticket_ids, headers) =>
      app.http('POST', '/api/carted-tickets/confirm', { token: owner, body: { ticket_ids }, headers }),
    ticketsOf: (body) => (body as { confirmed: TicketDto[] }).confirmed,
    again: '409 CONFLICT',
  },
};

describe.each(Object.entries(calls))('one hundred identical %s', (_, { send, ticketsOf, again }) => {
  it.each([
    ['without an Idempotency-Key', false],
    ['with one', true],
  ])(
    '%s have one effect',
    async (_, keyed) => {
      const own = await work(app, { logins: rounds(100) });
      for (const login of own.logins) {
        const { task, holds } = await carted(own, login);
        const headers: Record<string, string> = keyed ? { 'Idempotency-Key': randomUUID() } : {};
        const responses = await concurrently(100, () => send(own, login, holds, headers));

        const done = responses.filter(({ status }) => status === 200);
        const counts = tally(responses);
        if (keyed) {
          // A request that arrives while the first one runs is rejected; later ones get the first one's response.
          expect((counts['200'] ?? 0) + (counts['409 CONFLICT'] ?? 0)).toBe(100);
          const first = done.filter(({ headers }) => !headers.has('idempotency-replayed'));
          expect(first).toHaveLength(1);
        } else {
          expect(counts).toEqual(again === '200' ? { 200: 100 } : { 200: 1, [again]: 99 });
        }
        expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
        expect(
          ticketsOf(done[0]!.body)
            .map(({ hold_id }) => hold_id)
            .sort(),
        ).toEqual(holds);

        const { rows } = await app.db.query<{ tickets: number; purchases: number; paid: number }>(
          `SELECT (SELECT count(*)::int FROM tickets WHERE login_id = $1) AS tickets,
             (SELECT count(*)::int FROM audit WHERE action = 'ticket.purchase'
                AND entity_id IN (SELECT id::text FROM tickets WHERE login_id = $1)) AS purchases,
             (SELECT count(*)::int FROM task_events WHERE task_id = $2 AND to_status = 'bought') AS paid`,
          [login, task],
        );
        expect(rows[0]).toEqual({ tickets: 3, purchases: 3, paid: 1 });
        expect((await getTask(own, task)).status).toBe('bought');
      }
    },
    RACE_MS,
  );
});

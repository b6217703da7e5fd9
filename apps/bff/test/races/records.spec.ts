import type { ConfirmAnswer } from '../../src/purchases';
import type { LedgerLine } from '../../src/purchases';
import { startApp, type TestApp } from '../app';
import { concurrently } from '../concurrently';
import { getTask, holdSeats, leaseOne, newTask, type Work, work } from '../work';
import { RACE_MS, rounds, tally } from './rounds';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Puts the seat into the cart of a login. */
async function carted(own: Work, login: number | undefined, seat: number) {
  const { id } = await newTask(own, { login_id: login });
  return { id, holds: await holdSeats(own, (await leaseOne(own)).lease_id, [seat]) };
}
const post = <T>({ owner }: Work, path: string, body: object) =>
  app.http<T>('POST', `/api${path}`, { token: owner, body });
const confirm = (own: Work, ticket_ids: number[], more: object = {}) =>
  post<ConfirmAnswer>(own, '/carted-tickets/confirm', { ticket_ids, ...more });
const reverse = (own: Work, id: number) => post(own, '/purchases/reverse', { ticket_ids: [id] });

/** A seat that was recorded falsely for a login. */
async function recorded(own: Work, login: number | undefined, seat: number) {
  const first = await carted(own, login, seat);
  const { body } = await confirm(own, first.holds);
  return { ...first, ticket: body.confirmed[0]!.id };
}
const reversals = async (id: number) =>
  (await app.db.query("SELECT FROM audit WHERE action = 'ticket.reverse' AND entity_id = $1", [String(id)]))
    .rowCount;

it(
  'twenty reversals of one record have one effect, and the seat is recorded once by twenty confirms afterwards',
  async () => {
    const own = await work(app, { logins: rounds(100) });
    for (const [round, login] of own.logins.entries()) {
      const { id, holds, ticket } = await recorded(own, login, round);
      expect(tally(await concurrently(20, () => reverse(own, ticket)))).toEqual({ 200: 20 });
      expect([await reversals(ticket), (await getTask(own, id)).status]).toEqual([1, 'carted']);
      expect(tally(await concurrently(20, () => confirm(own, holds)))).toEqual({
        200: 1,
        '409 CONFLICT': 19,
      });
    }
  },
  RACE_MS,
);

it(
  'leaves one record of a seat while a false one is reversed, confirmed once more and replaced at once',
  async () => {
    const own = await work(app, { logins: 2 });
    for (let round = 0; round < rounds(100); round += 1) {
      const first = await recorded(own, own.logins[0], round);
      const second = await carted(own, own.logins[1], round);
      const responses = await concurrently(12, (index) =>
        [
          () => reverse(own, first.ticket),
          () => confirm(own, second.holds, { replace: true }),
          () => confirm(own, first.holds, { replace: false }),
        ][index % 3]!(),
      );
      for (const { status } of responses) expect([200, 409]).toContain(status);
      const { body } = await app.http<LedgerLine[]>('GET', '/api/ledger?reversed=false', {
        token: own.owner,
      });
      const lines = body.filter(({ seat }) => seat === String(round));
      expect(lines.map(({ login_id }) => login_id)).toEqual([own.logins[1]]);
      expect(await reversals(first.ticket)).toBe(1);
      expect((await getTask(own, second.id)).status).toBe('bought');
      expect((await getTask(own, first.id)).status).not.toBe('bought');
    }
  },
  RACE_MS,
);

it(
  'keeps a task and its seats alike while its record is reversed and its login’s purchase recorded once more at once',
  async () => {
    const own = await work(app, { logins: rounds(100) });
    const { body: event } = await app.http<{ guid: string }>('GET', `/api/events/${own.eventId}`, {
      token: own.owner,
    });
    for (const [round, login] of own.logins.entries()) {
      const { id, ticket } = await recorded(own, login, round);
      const purchase = { loginId: login, siteId: own.siteId, eventGuid: event.guid };
      const responses = await Promise.all([
        post(own, '/purchases', purchase),
        reverse(own, ticket),
        post(own, '/purchases', purchase),
      ]);
      for (const { status } of responses) expect([200, 201]).toContain(status);
      const { rows } = await app.db.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM tickets WHERE task_id = $1 AND reversed_at IS NULL',
        [id],
      );
      const isBought = (await getTask(own, id)).status === 'bought';
      expect([round, isBought]).toEqual([round, rows[0]?.count === 1]);
    }
  },
  RACE_MS,
);

import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { startApp, type TestApp } from '../../../test/app';
import { concurrently } from '../../../test/concurrently';
import * as make from '../../../test/factories';
import { type Work, work } from '../../../test/work';
import type { ConfirmAnswer } from '../carts/carts.dto';
import type { ClaimedBasketDto, NextBasketAnswer } from './payments.dto';

type Person = { name: number; token: string };

/** Sends again what a busy server rejected, when it asks for it, as the console does. */
async function untilServed<A extends { status: number; headers: Headers }>(
  send: () => Promise<A>,
): Promise<A> {
  for (;;) {
    const response = await send();
    if (response.status !== 503) return response;
    await delay(1000 * Number(response.headers.get('retry-after')));
  }
}

/** People pay baskets at the same time. */
describe('paying together', () => {
  let app: TestApp;
  let place: Work;
  beforeAll(async () => {
    app = await startApp();
    place = await work(app);
  });
  afterAll(() => app.close());

  /** An event with baskets of 1–4 seats, each of its own task and login. */
  async function event(baskets: number): Promise<number> {
    const eventId = await make.event(app, place.siteId);
    for (let index = 0; index < baskets; index += 1) {
      const login = await make.login(app, place.realmId, place.siteId);
      const task = await make.task(app, place.realmId, place.siteId, eventId, login, { status: 'carted' });
      await app.db.query(
        `INSERT INTO holds (realm_id, task_id, login_id, site_id, event_id, event_guid, event_name, customer_identity, area,
           "row", seat, price, currency, expires_at)
         SELECT $1::int, $2::int, $3::int, $4::int, $5::int, 'guid', 'Derby', 'c' || $3::int, 'North', $2::int::text, n, 42.5, 'GBP',
           now() + make_interval(mins => 10, secs => $6::int)
         FROM generate_series(1, $7::int) n`,
        [place.realmId, task, login, place.siteId, eventId, index, 1 + (index % 4)],
      );
    }
    return eventId;
  }
  const people = async (count: number): Promise<Person[]> => {
    const team: Person[] = [];
    for (let name = 0; name < count; name += 1)
      team.push({ name, token: (await make.user(app, 'realm_owner', place.realmId)).token });
    return team;
  };
  const next = async ({ token }: Person, event_id: number): Promise<ClaimedBasketDto | null> => {
    const response = await untilServed(() =>
      app.http<NextBasketAnswer>('POST', '/api/pay-queue/next', { token, body: { event_id } }),
    );
    expect(response.status).toBe(200);
    return response.body.basket;
  };
  const pay = ({ token, name }: Person, { id, seats }: ClaimedBasketDto) =>
    app.http<ConfirmAnswer>('POST', `/api/pay-queue/${id}/confirm`, {
      token,
      body: { hold_ids: seats.map((seat) => seat.id), ticket_reference: `P${name}-B${id}` },
    });
  const tickets = async (eventId: number) =>
    (
      await app.db.query<{ task_id: number; reference: string }>(
        'SELECT task_id, ticket_reference AS reference FROM tickets WHERE event_id = $1',
        [eventId],
      )
    ).rows;

  it.each([2, 20])(
    'gives %i people 60 baskets, no two of them the same, until all are paid',
    async (count) => {
      const eventId = await event(60);
      const paidBy = new Map<number, number>();
      const team = await people(count);
      // Each turn claims and pays one basket; turns run at the same time, as many as the server has connections.
      const turn = async (index: number): Promise<boolean> => {
        const person = team[index % count]!;
        const basket = await next(person, eventId);
        if (!basket) return false;
        expect(paidBy.has(basket.id)).toBe(false);
        paidBy.set(basket.id, person.name);
        expect((await pay(person, basket)).status).toBe(200);
        return true;
      };
      const turns = await concurrently(60 + count, turn);
      expect(turns.filter(Boolean)).toHaveLength(60);
      expect(paidBy.size).toBe(60);
      const recorded = await tickets(eventId);
      expect(recorded).toHaveLength(150);
      for (const { task_id, reference } of recorded)
        expect(reference).toBe(`P${paidBy.get(task_id)}-B${task_id}`);
    },
  );

  it('keeps every claim exclusive while people claim, skip, leave and pay in any order', async () => {
    const team = await people(3);
    type Act = { who: number; kind: 'next' | 'pay' | 'release' | 'lapse' };
    const act: fc.Arbitrary<Act> = fc.record({
      who: fc.nat(2),
      kind: fc.constantFrom('next', 'next', 'next', 'pay', 'pay', 'release', 'lapse'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        const eventId = await event(4);
        /** Who has which basket, as the responses say. */
        const claims = new Map<number, number>();
        const baskets = new Map<number, ClaimedBasketDto>();
        const paid = new Map<number, string>();
        const ofPerson = (who: number) => [...claims].find(([, holder]) => holder === who)?.[0];
        for (const { who, kind } of acts) {
          const person = team[who]!;
          const own = ofPerson(who);
          if (kind === 'next') {
            const basket = await next(person, eventId);
            if (!basket) {
              expect(claims.size + paid.size).toBe(4);
              continue;
            }
            expect(claims.has(basket.id) || paid.has(basket.id)).toBe(false);
            claims.set(basket.id, who);
            baskets.set(basket.id, basket);
          } else if (own !== undefined && kind === 'pay') {
            expect((await pay(person, baskets.get(own)!)).status).toBe(200);
            claims.delete(own);
            paid.set(own, `P${who}-B${own}`);
          } else if (own !== undefined && kind === 'release') {
            await app.http('POST', `/api/pay-queue/${own}/release`, { token: person.token });
            claims.delete(own);
          } else if (own !== undefined) {
            await app.db.query('UPDATE pay_claims SET expires_at = now() WHERE id = $1', [own]);
            claims.delete(own);
          }
        }
        const recorded = await tickets(eventId);
        for (const { task_id, reference } of recorded) expect(reference).toBe(paid.get(task_id));
        expect(new Set(recorded.map(({ task_id }) => task_id))).toEqual(new Set(paid.keys()));
      }),
      { numRuns: 10 },
    );
  });
});

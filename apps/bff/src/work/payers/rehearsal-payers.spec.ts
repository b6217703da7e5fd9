import { startApp, type TestApp } from '../../../test/app';
import { paidBefore, setOn } from '../../../test/baskets';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import {
  endRehearsals,
  holdAll,
  rehearse,
  type Rehearsing,
  rehearsing,
  SANDBOX,
  within,
} from '../../../test/rehearsal';
import type { RehearsalDto } from '../rehearsals/rehearsals.dto';
import type { PayersDto } from './payers.dto';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ SANDBOX_URL: SANDBOX });
  await make.site(app, { url: SANDBOX });
});
afterAll(() => app.close());

/** The realm and the event of a rehearsal. */
async function placeOf({ id }: RehearsalDto): Promise<{ realmId: number; eventId: number }> {
  const { rows } = await app.db.query<{ realmId: number; eventId: number }>(
    `SELECT rehearsal_realm_id AS "realmId", rehearsal_event_id AS "eventId" FROM rehearsals WHERE id = $1`,
    [id],
  );
  return defined(rows[0]);
}

/** Sends a request of the realm's owner within a rehearsal. */
const ask = async <T>(
  mine: Rehearsing,
  rehearsal: RehearsalDto,
  method: string,
  path: string,
  body?: object,
) => {
  const { eventId } = await placeOf(rehearsal);
  return app.http<T>(method, `/api/on-sale/${eventId}/payers${path}`, {
    ...within(mine, rehearsal),
    ...(body && { body }),
  });
};
const read = async (mine: Rehearsing, rehearsal: RehearsalDto) =>
  (await ask<PayersDto>(mine, rehearsal, 'GET', '')).body;

/** The owner pays all baskets of the rehearsal, each in so many seconds. */
async function payAll(mine: Rehearsing, rehearsal: RehearsalDto, seconds: number): Promise<void> {
  const as = within(mine, rehearsal);
  for (;;) {
    const { body } = await app.http<{ basket: { id: number; seats: { id: number }[] } | null }>(
      'POST',
      '/api/pay-queue/next',
      { ...as, body: {} },
    );
    if (!body.basket) return;
    const { id, seats } = body.basket;
    await app.db.query('UPDATE pay_claims SET claimed_at = now() - make_interval(secs => $2) WHERE id = $1', [
      id,
      seconds,
    ]);
    const { status } = await app.http('POST', `/api/pay-queue/${id}/confirm`, {
      ...as,
      body: { hold_ids: seats.map((seat) => seat.id), ticket_reference: `HB-${id}` },
    });
    expect(status).toBe(200);
  }
}

it('people of the realm come on for a rehearsal alone, and are asked by nobody', async () => {
  const mine = await rehearsing(app);
  const rehearsal = await rehearse(mine);
  expect((await ask(mine, rehearsal, 'PUT', '/me')).status).toBe(204);
  expect((await read(mine, rehearsal)).payers).toHaveLength(1);
  expect((await read(mine, rehearsal)).me).toMatchObject({ may_pay: true, is_on: true });
  const outside = await app.http<PayersDto>('GET', `/api/on-sale/${mine.eventId}/payers`, {
    token: mine.owner,
  });
  expect(outside.body.payers).toEqual([]);
  expect((await ask(mine, rehearsal, 'POST', '/ask')).status).toBe(403);
  expect((await ask(mine, rehearsal, 'DELETE', '/me')).status).toBe(204);
  expect((await read(mine, rehearsal)).payers).toEqual([]);
});

it('an administrator within a rehearsal is never on', async () => {
  const mine = await rehearsing(app);
  const rehearsal = await rehearse(mine);
  const { token } = await make.admin(app);
  const { eventId } = await placeOf(rehearsal);
  const { status } = await app.http('PUT', `/api/on-sale/${eventId}/payers/me`, {
    token,
    headers: { 'X-Rehearsal': String(rehearsal.id) },
  });
  expect(status).toBe(403);
});

it('counts the baskets of a rehearsal, and not outside of it', async () => {
  const mine = await rehearsing(app, 4);
  const rehearsal = await rehearse(mine);
  await holdAll(mine);
  expect((await read(mine, rehearsal)).forecast).toMatchObject({ baskets: 4, held: 4 });
  const outside = await app.http<PayersDto>('GET', `/api/on-sale/${mine.eventId}/payers`, {
    token: mine.owner,
  });
  expect(outside.body.forecast).toMatchObject({ baskets: 0, held: 0 });
});

it('teaches the pace of people who have not paid yet, until they have', async () => {
  const mine = await rehearsing(app, 4);
  const rehearsal = await rehearse(mine);
  await holdAll(mine);
  await payAll(mine, rehearsal, 25);
  const outside = async () =>
    (await app.http<PayersDto>('GET', `/api/on-sale/${mine.eventId}/payers`, { token: mine.owner })).body;
  expect((await outside()).me.pace_s).toBe(25);
  expect((await outside()).forecast.pace_s).toBe(25);
  const nel = await make.user(app, 'realm_user', mine.realmId, { duties: ['pay'] });
  await paidBefore(mine, nel.id, [40, 40, 40]);
  // The realm's own payments come before those of its rehearsals.
  expect((await outside()).me.pace_s).toBe(40);
  // Within the rehearsal it is the other way round.
  expect((await read(mine, rehearsal)).me.pace_s).toBe(25);
  expect((await read(mine, await rehearse(mine))).me.pace_s).toBe(40);
});

it('knows how long baskets last from the last rehearsal of the same scenario', async () => {
  const mine = await rehearsing(app, 4);
  const first = await rehearse(mine, { scenario: 'short_holds' });
  await holdAll(mine);
  const { realmId } = await placeOf(first);
  await app.db.query("UPDATE holds SET expires_at = created_at + interval '20 seconds' WHERE realm_id = $1", [
    realmId,
  ]);
  const expiresIn = async (scenario: string) => {
    const rehearsal = await rehearse(mine, { scenario, starts_in_s: 100 });
    const { at, forecast } = await read(mine, rehearsal);
    await app.http('POST', `/api/rehearsals/${rehearsal.id}/stop`, { token: mine.owner });
    return (Date.parse(defined(forecast.first_expiry_at ?? undefined)) - Date.parse(at)) / 1000;
  };
  // 100 s until the start, 15 s to hold.
  expect(Math.round(await expiresIn('short_holds'))).toBeLessThanOrEqual(100 + 15 + 20);
  expect(Math.round(await expiresIn('calm'))).toBeGreaterThan(100 + 15 + 20);
});

it('ends with the rehearsal, and leaves no row once it is deleted', async () => {
  const mine = await rehearsing(app, 4);
  const rehearsal = await rehearse(mine);
  const { realmId, eventId } = await placeOf(rehearsal);
  await holdAll(mine);
  await ask(mine, rehearsal, 'PUT', '/me');
  await payAll(mine, rehearsal, 25);
  await app.http('POST', `/api/rehearsals/${rehearsal.id}/stop`, { token: mine.owner });
  const late = await ask<{ reason: string }>(mine, rehearsal, 'PUT', '/me');
  expect([late.status, late.body.reason]).toEqual([403, 'REHEARSAL_ENDED']);
  await app.http('DELETE', `/api/rehearsals/${rehearsal.id}`, { token: mine.owner });
  await endRehearsals(app);
  for (const table of ['event_payers', 'payment_times'])
    expect((await app.db.query(`SELECT FROM ${table} WHERE realm_id = $1`, [realmId])).rows).toEqual([]);
  // An event of a rehearsal is unknown outside of it.
  expect(await setOn({ ...mine, eventId }, { token: mine.owner })).toBe(404);
});

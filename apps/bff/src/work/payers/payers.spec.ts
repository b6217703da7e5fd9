import { startApp, startBeside, type TestApp } from '../../../test/app';
import { basket, paidBefore, readPayers, setOn } from '../../../test/baskets';
import { concurrently } from '../../../test/concurrently';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import { openStream } from '../../../test/stream';
import type { Work } from '../../../test/work';
import { work } from '../../../test/work';

let app: TestApp;
let beside: TestApp;
beforeAll(async () => {
  app = await startApp();
  beside = await startBeside(app);
});
afterAll(async () => {
  await beside.close();
  await app.close();
});

const payer = ({ realmId }: Work) => make.user(app, 'realm_user', realmId, { duties: ['pay'] });
const namesOf = async (mine: Work) =>
  (await readPayers(mine, { token: mine.owner })).payers.map(({ user_id }) => user_id);
const actionsOf = async ({ realmId }: Work) =>
  (
    await app.db.query<{ action: string }>(
      "SELECT action FROM audit WHERE realm_id = $1 AND action LIKE 'event.payer%' ORDER BY id",
      [realmId],
    )
  ).rows.map(({ action }) => action);

describe('coming on', () => {
  it('is for people of the realm who may pay', async () => {
    const mine = await work(app);
    const reader = await make.user(app, 'realm_user', mine.realmId);
    const launcher = await make.user(app, 'realm_user', mine.realmId, { duties: ['launch'] });
    const nel = await payer(mine);
    const { token: admin } = await make.admin(app);
    const machine = await make.serviceToken(app, { token: mine.owner }, { duties: ['pay'] });
    expect(await setOn(mine, reader)).toBe(403);
    expect(await setOn(mine, launcher)).toBe(403);
    expect(await setOn(mine, machine)).toBe(403);
    expect(await setOn(mine, { token: admin })).toBe(403);
    expect(await setOn(mine, nel)).toBe(204);
    expect(await setOn(mine, { token: mine.owner })).toBe(204);
    expect((await readPayers(mine, reader)).payers.map(({ name }) => name)).toEqual([
      nel.email,
      expect.stringContaining('realm_owner'),
    ]);
    expect((await readPayers(mine, reader)).me).toEqual({ may_pay: false, is_on: false, pace_s: null });
    expect((await readPayers(mine, nel)).me).toMatchObject({ may_pay: true, is_on: true });
  });

  it('shows nothing to another realm, and to an administrator the realm that they name', async () => {
    const mine = await work(app);
    const other = await work(app, { on: mine });
    await setOn(mine, { token: mine.owner });
    expect(await namesOf(other)).toEqual([]);
    const { token } = await make.admin(app);
    const asAdmin = (query: string) =>
      app.http<{ payers: object[] }>('GET', `/api/on-sale/${mine.eventId}/payers${query}`, { token });
    expect((await asAdmin('')).status).toBe(400);
    expect((await asAdmin(`?realm_id=${mine.realmId}`)).body.payers).toHaveLength(1);
    const { status } = await app.http('GET', `/api/on-sale/${mine.eventId}/payers?realm_id=${mine.realmId}`, {
      token: other.owner,
    });
    expect(status).toBe(400);
  });

  it('changes nothing when it is repeated, and is recorded once', async () => {
    const mine = await work(app);
    const me = { token: mine.owner };
    expect([await setOn(mine, me), await setOn(mine, me)]).toEqual([204, 204]);
    const [first] = (await readPayers(mine, me)).payers;
    expect([await setOn(mine, me, false), await setOn(mine, me, false)]).toEqual([204, 204]);
    expect(await namesOf(mine)).toEqual([]);
    expect(first?.since).toBeDefined();
    expect(await actionsOf(mine)).toEqual(['event.payer_on', 'event.payer_off']);
  });

  it('reaches the rooms of the realm over the live stream', async () => {
    const mine = await work(app);
    const stream = await openStream(app, (await make.user(app, 'realm_user', mine.realmId)).token);
    await stream.next(({ event }) => event === 'ready');
    const changes = () =>
      stream.seen.filter(({ data }) => (data as { topic?: string }).topic === 'on-sale').length;
    await setOn(mine, { token: mine.owner });
    const change = await stream.next(({ data }) => (data as { topic?: string }).topic === 'on-sale');
    expect(change.data).toEqual({
      topic: 'on-sale',
      id: mine.eventId,
      change: 'update',
      row: { id: mine.eventId },
    });
    await setOn(mine, { token: mine.owner }, false);
    await stream.next(() => changes() === 2);
    stream.close();
  });

  it('is refused for a closed or deleted event, and in a suspended realm', async () => {
    const mine = await work(app);
    const me = { token: mine.owner };
    await setOn(mine, me);
    await app.db.query("UPDATE events SET status = 'closed' WHERE id = $1", [mine.eventId]);
    expect(await setOn(mine, me)).toBe(409);
    expect(await setOn(mine, me, false)).toBe(204);
    await app.db.query('UPDATE events SET deleted_at = now() WHERE id = $1', [mine.eventId]);
    expect([await setOn(mine, me), await setOn(mine, me, false)]).toEqual([404, 404]);
    const suspended = await work(app);
    await app.db.query("UPDATE realms SET status = 'suspended' WHERE id = $1", [suspended.realmId]);
    expect(await setOn(suspended, { token: suspended.owner })).toBe(403);
    expect((await readPayers(suspended, { token: suspended.owner })).payers).toEqual([]);
  });

  it('and going off at once over two servers leaves one of both', async () => {
    const mine = await work(app);
    const nel = await payer(mine);
    const statuses = await concurrently(20, (index) =>
      setOn({ ...mine, app: index % 2 === 0 ? app : beside }, nel, index % 4 < 2),
    );
    expect(new Set(statuses)).toEqual(new Set([204]));
    const actions = await actionsOf(mine);
    // Each change follows on its opposite.
    for (const [index, action] of actions.entries())
      expect(action).toBe(index % 2 === 0 ? 'event.payer_on' : 'event.payer_off');
    expect(await namesOf(mine)).toHaveLength(actions.length % 2);
  });
});

describe('who is on', () => {
  it.each([
    ['lost the duty', "UPDATE users SET duties = '{}' WHERE id = $1"],
    ['was disabled', "UPDATE users SET status = 'disabled' WHERE id = $1"],
    ['moved to another realm', 'UPDATE users SET realm_id = $2 WHERE id = $1'],
  ])('is not counted once they %s', async (_case, sql) => {
    const mine = await work(app);
    const nel = await payer(mine);
    await setOn(mine, nel);
    expect(await namesOf(mine)).toEqual([nel.id]);
    await app.db.query(sql, sql.includes('$2') ? [nel.id, await make.realm(app)] : [nel.id]);
    expect(await namesOf(mine)).toEqual([]);
    expect((await readPayers(mine, { token: mine.owner })).forecast.paid_per_minute).toBe(0);
  });

  it('leaves nothing behind when they are erased', async () => {
    const mine = await work(app);
    const nel = await payer(mine);
    await setOn(mine, nel);
    await paidBefore(mine, nel.id, [20]);
    const { token } = await make.admin(app);
    expect((await app.http('DELETE', `/api/users/${nel.id}`, { token })).status).toBe(204);
    for (const table of ['event_payers', 'payment_times'])
      expect((await app.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [nel.id])).rows).toEqual([]);
    expect(await namesOf(mine)).toEqual([]);
  });
});

describe('a pace', () => {
  /** Claims the next basket, and records it as if so many seconds had passed; without a claim the basket as such. */
  async function pay({ eventId }: Work, { token }: { token: string }, seconds: number) {
    const { body } = await app.http<{ basket: { id: number; seats: { id: number }[] } | null }>(
      'POST',
      '/api/pay-queue/next',
      { token, body: { event_id: eventId } },
    );
    const { id, seats } = defined(body.basket ?? undefined);
    await app.db.query('UPDATE pay_claims SET claimed_at = now() - make_interval(secs => $2) WHERE id = $1', [
      id,
      seconds,
    ]);
    const confirm = () =>
      app.http('POST', `/api/pay-queue/${id}/confirm`, {
        token,
        body: { hold_ids: seats.map((seat) => seat.id), ticket_reference: `HB-${id}` },
      });
    const answers = [await confirm(), await confirm()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
  const timesOf = async ({ realmId }: Work) =>
    (
      await app.db.query<{ seconds: number }>(
        'SELECT seconds FROM payment_times WHERE realm_id = $1 ORDER BY id',
        [realmId],
      )
    ).rows.map(({ seconds }) => Math.round(seconds));
  const ownPace = async (mine: Work, who: { token: string }) =>
    Math.round(defined((await readPayers(mine, who)).me.pace_s ?? undefined));

  it('is the median of what the person took from claim to record, once there are three', async () => {
    const mine = await work(app);
    const nel = await payer(mine);
    for (let count = 0; count < 3; count += 1) await basket(mine);
    expect(await ownPace(mine, nel)).toBe(60);
    await pay(mine, nel, 20);
    await pay(mine, nel, 30);
    expect(await ownPace(mine, nel)).toBe(60);
    await pay(mine, nel, 90);
    // A repeated record counts once.
    expect(await timesOf(mine)).toEqual([20, 30, 90]);
    expect(await ownPace(mine, nel)).toBe(30);
  });

  it("isn't learnt from records without a claim", async () => {
    const mine = await work(app);
    const id = await basket(mine);
    const { rows } = await app.db.query<{ id: number }>('SELECT id FROM holds WHERE task_id = $1', [id]);
    await app.http('POST', '/api/carted-tickets/confirm', {
      token: mine.owner,
      body: { ticket_ids: rows.map((row) => row.id) },
    });
    expect(await timesOf(mine)).toEqual([]);
  });

  it("is the realm's until the person has paid enough, and only their own to see", async () => {
    const mine = await work(app);
    const [nel, ann] = [await payer(mine), await payer(mine)];
    await paidBefore(mine, nel.id, [20, 20, 20]);
    await paidBefore(mine, ann.id, [40, 40]);
    await setOn(mine, nel);
    await setOn(mine, ann);
    // The realm's median of 20, 20, 20, 40, 40 is 20.
    expect(await ownPace(mine, ann)).toBe(20);
    const seen = await readPayers(mine, { token: mine.owner });
    expect(seen.forecast).toMatchObject({ paid_per_minute: 6, pace_s: 20 });
    expect(Object.keys(defined(seen.payers[0]))).toEqual(['user_id', 'name', 'since']);
    await paidBefore(mine, ann.id, [40]);
    expect(await ownPace(mine, ann)).toBe(40);
    expect((await readPayers(mine, nel)).forecast.paid_per_minute).toBe(4.5);
  });

  it('is the last twenty of ninety days', async () => {
    const mine = await work(app);
    const nel = await payer(mine);
    await paidBefore(
      mine,
      nel.id,
      Array.from({ length: 30 }, () => 10),
    );
    await app.db.query("UPDATE payment_times SET paid_at = now() - interval '91 days' WHERE user_id = $1", [
      nel.id,
    ]);
    expect(await ownPace(mine, nel)).toBe(60);
    await paidBefore(
      mine,
      nel.id,
      Array.from({ length: 30 }, () => 99),
    );
    await paidBefore(
      mine,
      nel.id,
      Array.from({ length: 20 }, () => 15),
    );
    expect(await ownPace(mine, nel)).toBe(15);
  });
});

describe('asking the others', () => {
  const ask = ({ app: server, eventId }: Work, token: string) =>
    server.http<{ asked: number; context: { until: string } }>('POST', `/api/on-sale/${eventId}/payers/ask`, {
      token,
    });
  const linesOf = async (userId: number) =>
    (
      await app.db.query<{ kind: string; title: string; path: string }>(
        "SELECT kind, title, path FROM notifications WHERE user_id = $1 AND topic = 'escalation'",
        [userId],
      )
    ).rows;

  it('notifies those who may pay and are not on, once in ten minutes', async () => {
    const mine = await work(app);
    const [nel, ann] = [await payer(mine), await payer(mine)];
    const reader = await make.user(app, 'realm_user', mine.realmId);
    await setOn(mine, nel);
    expect((await readPayers(mine, { token: mine.owner })).others).toBe(1);
    expect((await ask(mine, mine.owner)).body).toEqual({ asked: 1 });
    expect(await linesOf(ann.id)).toMatchObject([
      { kind: 'payers_wanted', path: `/on-sale/${mine.eventId}` },
    ]);
    for (const one of [nel, reader]) expect(await linesOf(one.id)).toEqual([]);
    const again = await ask(mine, nel.token);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ reason: 'EXISTS_ALREADY' });
    expect(Date.parse(again.body.context.until)).toBeGreaterThan(Date.now());
    await app.db.query("UPDATE audit SET at = at - interval '11 minutes' WHERE realm_id = $1", [
      mine.realmId,
    ]);
    expect((await ask(mine, nel.token)).body).toEqual({ asked: 2 });
  });

  it('at once over two servers asks once', async () => {
    const mine = await work(app);
    const nel = await payer(mine);
    const statuses = await concurrently(
      8,
      async (index) => (await ask({ ...mine, app: index % 2 ? app : beside }, mine.owner)).status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await linesOf(nel.id)).toHaveLength(1);
  });
});

import { startApp, type TestApp } from '../../../test/app';
import { admin, user } from '../../../test/factories';
import { openStream } from '../../../test/stream';
import { getTask, holdSeats, leaseOne, makeBuyer, newTask, type Work, work } from '../../../test/work';
import type { ConfirmAnswer } from '../carts/carts.dto';
import type { BasketDto, ClaimedBasketDto, NextBasketAnswer, RevealedSecret } from './payments.dto';

type Failure = { code: string; reason?: string; context?: { who?: string } };

describe('the pay queue', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** A basket of these seats; its first hold expires in `minutes`. */
  const basket = async (from: Work, numbers: number[], minutes = 10) => {
    const { id } = await newTask(from);
    const holds = await holdSeats(from, (await leaseOne(from)).lease_id, numbers);
    await app.db.query(
      'UPDATE holds SET expires_at = now() + make_interval(mins => $2) WHERE id = ANY ($1)',
      [holds, minutes],
    );
    return { id, holds };
  };
  const queue = async (token: string, query = '') =>
    (await app.http<BasketDto[]>('GET', `/api/pay-queue${query}`, { token })).body;
  const post = <T = Failure>(token: string, path: string, body: object = {}) =>
    app.http<T>('POST', `/api/pay-queue/${path}`, { token, body });
  const next = async (token: string, body: object = {}) =>
    (await post<NextBasketAnswer>(token, 'next', body)).body.basket;
  const confirm = <T = ConfirmAnswer>(token: string, id: number, hold_ids: number[], more: object = {}) =>
    post<T>(token, `${id}/confirm`, { hold_ids, ticket_reference: 'HB-204417', ...more });
  const endClaim = (id: number) =>
    app.db.query("UPDATE pay_claims SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
  const auditOf = async (taskId: number) =>
    (
      await app.db.query<{ action: string }>(
        "SELECT action FROM audit WHERE entity = 'task' AND entity_id = $1 AND action LIKE 'basket.%' ORDER BY id",
        [String(taskId)],
      )
    ).rows.map(({ action }) => action);
  const colleague = async ({ realmId }: Work) => (await user(app, 'realm_owner', realmId)).token;

  it('lists baskets with their seats, the one that expires first at the top', async () => {
    const mine = await work(app);
    const later = await basket(mine, [10, 9], 8);
    const sooner = await basket(mine, [3], 4);
    const found = await queue(mine.owner);
    expect(found.map(({ id }) => id)).toEqual([sooner.id, later.id]);
    expect(found[1]).toMatchObject({
      realm_id: mine.realmId,
      login_id: mine.logins[0],
      event_id: mine.eventId,
      basket: 'https://tickets.example/basket/1',
      seat_count: 2,
      claim: null,
    });
    expect(found[1]?.seats.map(({ area, row, seat, price }) => [area, row, seat, price])).toEqual([
      ['North 104', '12', '9', 42.5],
      ['North 104', '12', '10', 42.5],
    ]);
    expect(new Date(found[1]!.seats[0]!.expires_at).toISOString()).toBe(found[1]!.expires_at);
  });

  it('claims the next basket by expiry, shows who pays it, and gives nobody else the same', async () => {
    const mine = await work(app);
    const other = await colleague(mine);
    const second = await basket(mine, [1], 9);
    const first = await basket(mine, [2], 3);
    expect(await next(mine.owner)).toMatchObject({ id: first.id, seat_count: 1 });
    expect(await next(other)).toMatchObject({ id: second.id });
    expect(await next(other)).toBeNull();
    const shown = await queue(mine.owner, '?claimed=true');
    expect(shown.map(({ claim }) => claim?.who)).toEqual([
      expect.stringContaining('@'),
      expect.stringContaining('@'),
    ]);
    expect(await post(mine.owner, `${second.id}/claim`)).toMatchObject({
      status: 409,
      body: { reason: 'CLAIMED_BY_OTHER', context: { who: shown[1]?.claim?.who } },
    });
    expect(await queue(mine.owner, '?claimed=false')).toEqual([]);
  });

  it('lets a person take over what somebody else has claimed, when they say so', async () => {
    const mine = await work(app);
    const other = await colleague(mine);
    const { id, holds } = await basket(mine, [1]);
    await next(mine.owner);
    const claim = (body: object) => post<ClaimedBasketDto & Failure>(other, `${id}/claim`, body);
    expect((await claim({ override: false })).body.reason).toBe('CLAIMED_BY_OTHER');
    const before = (await queue(mine.owner))[0]?.claim;
    const taken = await claim({ override: true });
    expect(taken).toMatchObject({ status: 200, body: { id, claim: { who: expect.any(String) as string } } });
    expect(taken.body.claim?.user_id).not.toBe(before?.user_id);
    expect((await post(mine.owner, `${id}/claim`)).body.reason).toBe('CLAIMED_BY_OTHER');
    expect((await post(mine.owner, `${id}/secret`, { which: 'password' })).body.reason).toBe('NOT_CLAIMED');
    expect((await confirm<Failure>(mine.owner, id, holds)).body.reason).toBe('CLAIMED_BY_OTHER');
  });

  it('skips baskets, narrows to an event, and resumes a claim', async () => {
    const mine = await work(app);
    const first = await basket(mine, [1], 3);
    const second = await basket(mine, [2], 9);
    expect(await next(mine.owner, { event_id: mine.eventId + 1 })).toBeNull();
    expect(await next(mine.owner, { event_id: mine.eventId, except_ids: [first.id] })).toMatchObject({
      id: second.id,
    });
    const before = (await queue(mine.owner, '?claimed=true'))[0]?.claim;
    const again = await post<ClaimedBasketDto>(mine.owner, `${second.id}/claim`);
    expect(again).toMatchObject({ status: 200, body: { id: second.id } });
    expect(again.body.claim?.claimed_at).toBe(before?.claimed_at);
    expect(Date.parse(again.body.claim!.expires_at)).toBeGreaterThan(Date.parse(before!.expires_at));
  });

  it('narrows the list and the next basket to a job, alone and with an event', async () => {
    const mine = await work(app);
    const sooner = await basket(mine, [1], 3);
    const ofJob = await basket(mine, [2], 9);
    const { rows } = await app.db.query<{ id: number }>(
      "INSERT INTO jobs (realm_id, site_id, event_id, name) VALUES ($1, $2, $3, 'Presale') RETURNING id",
      [mine.realmId, mine.siteId, mine.eventId],
    );
    const job_id = rows[0]!.id;
    await app.db.query('UPDATE tasks SET job_id = $1 WHERE id = $2', [job_id, ofJob.id]);
    expect((await queue(mine.owner, `?job_id=${job_id}`)).map(({ id }) => id)).toEqual([ofJob.id]);
    expect(await next(mine.owner, { job_id, event_id: mine.eventId + 1 })).toBeNull();
    expect(await next(mine.owner, { job_id })).toMatchObject({ id: ofJob.id, job_id });
    expect(await next(mine.owner, { job_id })).toBeNull();
    expect(await next(mine.owner, { job_id: null })).toMatchObject({ id: sooner.id });
    const rejected = async (field: string) =>
      (await post<{ code: string }>(mine.owner, 'next', { [field]: 'x' })).body.code;
    expect(await rejected('job_id')).toBe(await rejected('event_id'));
  });

  it('frees a basket that is released, and one whose claim ended', async () => {
    const mine = await work(app);
    const other = await colleague(mine);
    const { id } = await basket(mine, [1]);
    await next(mine.owner);
    expect((await post(other, `${id}/release`)).status).toBe(204);
    expect(await next(other)).toBeNull();
    expect((await post(mine.owner, `${id}/release`)).status).toBe(204);
    expect(await next(other)).toMatchObject({ id });
    await endClaim(id);
    expect((await queue(other))[0]?.claim).toBeNull();
    expect(await next(mine.owner)).toMatchObject({ id });
  });

  it('sends who pays a basket over the live stream, and its end', async () => {
    const mine = await work(app);
    const { id } = await basket(mine, [1]);
    const stream = await openStream(app, await colleague(mine));
    await stream.next(({ event }) => event === 'ready');
    await next(mine.owner);
    type Data = { topic: string; id: number; change: string; row?: BasketDto };
    const about = (fits: (data: Data) => boolean) =>
      stream.next(({ data }) => {
        const change = data as Data;
        return change.topic === 'pay_queue' && change.id === id && fits(change);
      });
    expect((await about(({ row }) => row?.claim != null)).data).toMatchObject({
      row: { seat_count: 1, claim: { who: expect.stringContaining('@') as string } },
    });
    await post(mine.owner, `${id}/release`);
    await about(({ row }) => row?.claim === null);
    stream.close();
  });

  it('records the reference on each ticket once, and ends the claim', async () => {
    const mine = await work(app);
    const { id, holds } = await basket(mine, [1, 2]);
    await next(mine.owner);
    const paid = await confirm(mine.owner, id, holds);
    expect(paid.status).toBe(200);
    expect(paid.body.confirmed.map((ticket) => [ticket.hold_id, ticket.ticket_reference])).toEqual(
      holds.map((hold) => [hold, 'HB-204417']),
    );
    const again = await confirm(mine.owner, id, holds, { ticket_reference: 'HB-1' });
    expect(again.body.confirmed).toEqual(paid.body.confirmed);
    expect((await getTask(mine, id)).status).toBe('bought');
    expect(await queue(mine.owner)).toEqual([]);
    expect((await post(mine.owner, `${id}/claim`)).body.code).toBe('NOTHING_HELD');
    expect((await confirm<Failure>(mine.owner, id, holds, { ticket_reference: '' })).status).toBe(400);
  });

  it('rejects a confirm while somebody else pays, unless the payment is stated', async () => {
    const mine = await work(app);
    const other = await colleague(mine);
    const { id, holds } = await basket(mine, [1]);
    await next(mine.owner);
    await endClaim(id);
    await next(other);
    expect((await confirm<Failure>(mine.owner, id, holds)).body.reason).toBe('CLAIMED_BY_OTHER');
    expect((await confirm(mine.owner, id, holds, { override: true })).status).toBe(200);
  });

  it('confirms late what expired while it was paid', async () => {
    const mine = await work(app);
    const { id, holds } = await basket(mine, [1, 2]);
    await next(mine.owner);
    await app.db.query("UPDATE holds SET expires_at = now() - interval '1 minute' WHERE id = ANY ($1)", [
      holds,
    ]);
    expect((await post(mine.owner, `${id}/claim`)).body.code).toBe('NOTHING_HELD');
    expect((await confirm<Failure>(mine.owner, id, holds)).body.reason).toBe('NONE_CONFIRMED');
    const late = await confirm(mine.owner, id, holds, { late: true });
    expect(late.body.confirmed.map((ticket) => [ticket.late, ticket.ticket_reference])).toEqual([
      [true, 'HB-204417'],
      [true, 'HB-204417'],
    ]);
  });

  it('leaves out what a worker pays or may have paid', async () => {
    const mine = await work(app);
    const { id } = await basket(mine, [1]);
    await makeBuyer(mine, id);
    expect(await queue(mine.owner)).toEqual([]);
    expect(await next(mine.owner)).toBeNull();
    await app.db.query("UPDATE tasks SET mode = 'hold' WHERE id = $1", [id]);
    expect(await next(mine.owner)).toMatchObject({ id });
  });

  it('reveals one secret at a time to the person with the claim, recorded and kept nowhere', async () => {
    const mine = await work(app);
    const other = await colleague(mine);
    const { id } = await basket(mine, [1]);
    const password = 'gull-feather-mast';
    await app.http('PATCH', `/api/logins/${mine.logins[0]}`, {
      token: mine.owner,
      body: { password, card: 'Visa •••• 4242' },
    });
    const reveal = <T = RevealedSecret>(token: string, which = 'password') =>
      app.http<T>('POST', `/api/pay-queue/${id}/secret`, {
        token,
        body: { which },
        headers: { 'Idempotency-Key': 'reveal-once' },
      });
    expect((await reveal(mine.owner)).status).toBe(404);
    const claimed = await next(mine.owner);
    expect(claimed).toMatchObject({ password: { set: true }, card: { set: true, hint: '•••• 4242' } });
    expect(JSON.stringify(claimed)).not.toContain(password);
    const shown = await reveal(mine.owner);
    expect(shown.body).toEqual({ which: 'password', value: password, hide_after_s: 10 });
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect((await reveal(mine.owner, 'address')).body.value).toBeNull();
    expect((await reveal(mine.owner, 'proxy')).status).toBe(400);
    expect((await reveal<Failure>(other)).body.reason).toBe('NOT_CLAIMED');
    await endClaim(id);
    expect((await reveal<Failure>(mine.owner)).body.reason).toBe('NOT_CLAIMED');
    const { rows } = await app.db.query<{ after: object }>(
      "SELECT after FROM audit WHERE action = 'login.reveal' AND realm_id = $1 ORDER BY id",
      [mine.realmId],
    );
    expect(rows.map(({ after }) => after)).toEqual([
      { task_id: id, fields: ['password'] },
      { task_id: id, fields: ['address'] },
    ]);
    const kept = await app.db.query("SELECT FROM idempotency_keys WHERE key = 'reveal-once'");
    expect(kept.rows).toEqual([]);
  });

  it('shows other realms nothing, and lets readers read only', async () => {
    const mine = await work(app);
    const other = await work(app);
    const { id, holds } = await basket(mine, [1]);
    const reader = (await user(app, 'realm_user', mine.realmId)).token;
    expect(await queue(other.owner)).toEqual([]);
    expect(await next(other.owner)).toBeNull();
    await next(mine.owner);
    for (const [path, body] of [
      ['claim', {}],
      ['release', {}],
      ['secret', { which: 'password' }],
      ['confirm', { hold_ids: holds, ticket_reference: 'HB-1' }],
    ] as const) {
      expect([path, (await post(other.owner, `${id}/${path}`, body)).status]).toEqual([path, 404]);
      expect([path, (await post(reader, `${id}/${path}`, body)).status]).toEqual([path, 403]);
    }
    expect((await post(reader, 'next')).status).toBe(403);
    expect((await queue(reader)).map(({ claim }) => claim?.who)).toEqual([expect.stringContaining('@')]);
    expect((await queue((await admin(app)).token, `?realm_id=${mine.realmId}`)).map((row) => row.id)).toEqual(
      [id],
    );
  });

  it("refuses holds of another basket, and leaves both baskets' seats as they are", async () => {
    const mine = await work(app);
    const one = await basket(mine, [1]);
    const two = await basket(mine, [2]);
    await next(mine.owner);
    const rejected = await confirm<Failure>(mine.owner, one.id, [...one.holds, ...two.holds]);
    expect(rejected.status).toBe(404);
    expect((await queue(mine.owner)).map(({ seat_count }) => seat_count)).toEqual([1, 1]);
  });

  describe('a claim', () => {
    it('keeps everybody else from the basket’s seats in the cart too, unless they say so', async () => {
      const mine = await work(app);
      const other = await colleague(mine);
      const { id, holds } = await basket(mine, [1, 2, 3]);
      await next(mine.owner);
      const named = { loginId: mine.logins[0], siteId: mine.siteId, eventGuid: mine.guid };
      const group = `/api/carted-tickets/group/${id}/${mine.logins[0]}`;
      const calls: [string, string, object?][] = [
        ['DELETE', `/api/carted-tickets/${holds[0]}`],
        ['DELETE', group],
        ['POST', '/api/carted-tickets/confirm', { ticket_ids: [holds[1]] }],
        ['POST', '/api/purchases', named],
      ];
      for (const [method, path, body] of calls) {
        const rejected = await app.http<Failure>(method, path, { token: other, body });
        expect([method, path, rejected.status, rejected.body.reason]).toEqual([
          method,
          path,
          409,
          'CLAIMED_BY_OTHER',
        ]);
      }
      expect((await queue(mine.owner))[0]?.seat_count).toBe(3);
      for (const [method, path, body] of [calls[0]!, calls[2]!, calls[3]!]) {
        const sent = body ? { body: { ...body, override: true } } : {};
        const response = await app.http(method, body ? path : `${path}?override=true`, {
          token: other,
          ...sent,
        });
        expect([method, path, response.status < 300]).toEqual([method, path, true]);
      }
      const overrides = await auditOf(id);
      expect(overrides).toEqual(['basket.claim', 'basket.override', 'basket.override', 'basket.override']);
    });

    it('keeps a bulk from recording the basket, which names the reason', async () => {
      const mine = await work(app);
      const other = await colleague(mine);
      const { id } = await basket(mine, [1]);
      await next(mine.owner);
      const preview = async (token: string, more: object = {}) =>
        (
          await app.http<{ eligible: number; reasons: { code: string }[] }>('POST', '/api/tasks/bulk', {
            token,
            body: { command: 'mark_bought', ids: [id], preview: true, ...more },
          })
        ).body;
      expect(await preview(other)).toMatchObject({ eligible: 0, reasons: [{ code: 'CLAIMED_BY_OTHER' }] });
      expect(await preview(other, { override: true })).toMatchObject({ eligible: 1 });
      expect(await preview(mine.owner)).toMatchObject({ eligible: 1 });
    });

    it('is in the audit log when it begins, is taken over and ends, and not when it is extended', async () => {
      const mine = await work(app);
      const other = await colleague(mine);
      const { id } = await basket(mine, [1]);
      await next(mine.owner);
      await post(mine.owner, `${id}/claim`);
      await post(other, `${id}/claim`, { override: true });
      await post(mine.owner, `${id}/release`);
      await post(other, `${id}/release`);
      await post(other, `${id}/release`);
      await post(mine.owner, `${id}/claim`);
      expect(await auditOf(id)).toEqual([
        'basket.claim',
        'basket.take_over',
        'basket.release',
        'basket.claim',
      ]);
    });

    it.each([
      [
        'expired',
        (hold: number) => app.db.query('UPDATE holds SET expires_at = now() WHERE id = $1', [hold]),
      ],
      [
        'were removed',
        (hold: number, token: string) => app.http('DELETE', `/api/carted-tickets/${hold}`, { token }),
      ],
    ])('opens no secret once its seats %s', async (_, end) => {
      const mine = await work(app);
      const { id, holds } = await basket(mine, [1]);
      await next(mine.owner);
      await end(holds[0]!, mine.owner);
      const rejected = await post(mine.owner, `${id}/secret`, { which: 'password' });
      expect(rejected.status).toBe(409);
      expect(['NOTHING_HELD', 'CONFLICT']).toContain(rejected.body.code);
    });

    it('ends with the last of its seats at the latest', async () => {
      const mine = await work(app);
      const { holds } = await basket(mine, [1]);
      await app.db.query("UPDATE holds SET expires_at = now() + interval '30 seconds' WHERE id = $1", [
        holds[0],
      ]);
      const claimed = await next(mine.owner);
      expect(claimed?.claim?.expires_at).toBe(claimed?.expires_at);
    });
  });
});

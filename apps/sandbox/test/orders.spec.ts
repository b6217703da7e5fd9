import { FOOTBALL, seatsOf, Site, SMALL } from './site.ts';

describe('orders', () => {
  let site: Site;

  beforeEach(async () => {
    site = await Site.start();
  });
  afterEach(() => site.close());

  it('holds the best adjacent seats in the requested areas and price levels', async () => {
    const token = await site.desk(1);
    const answer = await site.hold(token, 'a', {
      areas: ['East 210'],
      price_levels: ['standard'],
      quantity: 3,
    });
    expect(answer.status).toBe(201);
    expect(seatsOf(answer)).toEqual(['East 210/7/11', 'East 210/7/12', 'East 210/7/13']);
    expect(answer.body).toMatchObject({ status: 'held', currency: 'GBP', total: 114 });
    expect(answer.body.basket_url).toMatch(new RegExp(`^${site.url}/basket/[0-9a-f]{32}$`));
  });

  it('never sells a seat twice under 100 concurrent requests', async () => {
    const tokens = await Promise.all(Array.from({ length: 50 }, (_, index) => site.desk(index + 1)));
    const request = { event_guid: SMALL, quantity: 1 };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => site.hold(tokens[index % 50] ?? '', `key-${index}`, request)),
    );
    const held = answers.filter((answer) => answer.status === 201);
    const refused = answers.filter((answer) => answer.status === 409);
    expect(held).toHaveLength(60);
    expect(refused.map((answer) => answer.body.code)).toEqual(Array(40).fill('SOLD_OUT'));
    expect(new Set(held.flatMap(seatsOf)).size).toBe(60);
  });

  it('returns the same order to concurrent requests with the same key', async () => {
    const token = await site.desk(1);
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.hold(token, 'same')));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(new Set(answers.map((answer) => seatsOf(answer).join())).size).toBe(1);
  });

  it('charges an order once for concurrent payments', async () => {
    const token = await site.desk(1);
    await site.hold(token, 'once');
    const paid = await Promise.all(Array.from({ length: 5 }, () => site.pay(token, 'once')));
    expect(paid.map((answer) => answer.status)).toEqual(Array(5).fill(200));
    expect(new Set(paid.map((answer) => answer.body.reference)).size).toBe(1);
    expect(await site.sold()).toHaveLength(2);
    const again = await site.hold(token, 'once');
    expect(again).toMatchObject({ status: 200, body: { status: 'paid' } });
    expect(await site.api('GET', '/api/orders/once', { token })).toMatchObject({ body: { status: 'paid' } });
  });

  it('lapses an expired hold and accepts its key again', async () => {
    const [first, second] = [await site.desk(1), await site.desk(2)];
    const held = await site.hold(first, 'slow');
    site.clock.now += 600_000;
    expect(await site.api('GET', '/api/orders/slow', { token: first })).toMatchObject({
      body: { status: 'lapsed' },
    });
    expect(await site.pay(first, 'slow')).toMatchObject({ status: 409, body: { code: 'ORDER_LAPSED' } });
    const other = await site.hold(second, 'quick');
    expect(seatsOf(other)).toEqual(seatsOf(held));
    const renewed = await site.hold(first, 'slow');
    expect(renewed).toMatchObject({ status: 201, body: { status: 'held' } });
    expect(seatsOf(renewed)).not.toEqual(seatsOf(held));
  });

  it('releases held seats but not paid ones', async () => {
    const token = await site.desk(1);
    const held = await site.hold(token, 'back');
    const released = await site.api('DELETE', '/api/orders/back', { token });
    expect(released.body.status).toBe('released');
    expect(seatsOf(await site.hold(await site.desk(2), 'next'))).toEqual(seatsOf(held));
    await site.hold(token, 'kept');
    await site.pay(token, 'kept');
    expect((await site.api('DELETE', '/api/orders/kept', { token })).status).toBe(409);
  });

  it('enforces the limit per account under concurrent requests', async () => {
    const token = await site.desk(1);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => site.hold(token, `limit-${index}`, { quantity: 1 })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(6);
    const over = answers.filter((answer) => answer.status !== 201).map((answer) => answer.body.code);
    expect(over).toEqual(Array(6).fill('LIMIT_REACHED'));
    expect((await site.api('GET', `/api/events/${FOOTBALL}`)).body.max_per_account).toBe(6);
  });

  it("returns 404 for another account's order", async () => {
    const [mine, theirs] = [await site.desk(1), await site.desk(2)];
    await site.hold(mine, 'mine');
    expect((await site.api('GET', '/api/orders/mine', { token: theirs })).status).toBe(404);
    expect((await site.pay(theirs, 'mine')).status).toBe(404);
    expect((await site.hold(theirs, 'mine')).body.code).toBe('CONFLICT');
    expect((await site.api('GET', '/api/orders/mine')).status).toBe(401);
  });

  it('names the invalid field of a request', async () => {
    const token = await site.desk(1);
    expect(await site.hold(token, 'bad', { quantity: 0 })).toMatchObject({
      status: 400,
      body: { field: 'quantity' },
    });
    expect(await site.hold(token, 'bad', { areas: 'x' })).toMatchObject({
      status: 400,
      body: { field: 'areas' },
    });
    await site.hold(token, 'good');
    const odd = await site.pay(token, 'good', '4242 4242');
    expect(odd).toMatchObject({ status: 400, body: { field: 'payment_token' } });
  });
});

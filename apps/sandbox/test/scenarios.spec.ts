import { FOOTBALL, seatsOf, Site } from './site.ts';

const QUEUE = `/api/events/${FOOTBALL}/queue`;

describe('waiting room', () => {
  let site: Site;

  beforeEach(async () => {
    site = await Site.start({ overrides: { waiting_room: true } });
  });
  afterEach(() => site.close());

  it('admits accounts in order, with a pass for one account and event', async () => {
    const [mine, theirs] = [await site.desk(1), await site.desk(2)];
    expect((await site.api('POST', QUEUE, { token: mine })).body).toMatchObject({
      state: 'waiting',
      position: 20,
    });
    expect((await site.api('POST', QUEUE, { token: theirs })).body).toMatchObject({ position: 21 });
    site.clock.now += 1_500;
    expect((await site.api('GET', QUEUE, { token: mine })).body).toMatchObject({
      state: 'waiting',
      position: 5,
    });
    expect((await site.hold(mine, 'early')).body.code).toBe('PASS_REQUIRED');
    site.clock.now += 500;
    const { pass } = (await site.api('GET', QUEUE, { token: mine })).body;
    expect((await site.hold(theirs, 'forged', { pass })).body.code).toBe('PASS_REQUIRED');
    const elsewhere = await site.hold(mine, 'other', { pass, event_guid: 'copper-almanac-foundry-hall' });
    expect(elsewhere.body.code).toBe('PASS_REQUIRED');
    expect((await site.hold(mine, 'mine', { pass })).status).toBe(201);
  });

  it('returns 404 for an account that never joined or whose pass has expired', async () => {
    const token = await site.desk(3);
    expect((await site.api('GET', QUEUE, { token })).status).toBe(404);
    await site.api('POST', QUEUE, { token });
    site.clock.now += 2_000 + 600_000;
    expect((await site.api('GET', QUEUE, { token })).status).toBe(404);
  });
});

describe('accounts that can’t sign in', () => {
  let site: Site;

  beforeEach(async () => {
    site = await Site.start();
  });
  afterEach(() => site.close());

  const signIn = (number: number, password = `quayside-0${number}`) =>
    site.api('POST', '/api/sessions', { body: { email: `desk-0${number}@quayside.example`, password } });

  it('are locked or need a code, and each try is listed', async () => {
    const accounts = { 'desk-02@quayside.example': 'locked', 'desk-03@quayside.example': 'code_needed' };
    await site.scenario('calm', {}, { accounts });
    const answers = [await signIn(1), await signIn(2), await signIn(3), await signIn(3, 'mistyped')];
    const found = answers.map(({ status, body }) => [status, body.code]);
    expect(found).toEqual([
      [201, undefined],
      [403, 'LOCKED'],
      [403, 'CODE_NEEDED'],
      [401, 'SIGN_IN'],
    ]);
    const tries = (await site.api('GET', '/api/sign-ins')).body as unknown as { error: string | null }[];
    expect(tries.map(({ error }) => error)).toEqual([null, 'LOCKED', 'CODE_NEEDED', 'SIGN_IN']);
    await site.scenario('calm');
    expect((await signIn(2)).status).toBe(201);
  });

  it('are named by a known fault', async () => {
    for (const accounts of [[], 'locked', { 'desk-02@quayside.example': 'asleep' }])
      expect((await site.scenario('calm', {}, { accounts })).status).toBe(400);
  });
});

describe('scenarios', () => {
  let site: Site;

  beforeEach(async () => {
    site = await Site.start();
  });
  afterEach(() => site.close());

  /** Holds and pays once for each account; returns the payment statuses. */
  async function buyWithTwelveAccounts(): Promise<string[]> {
    const results = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const token = await site.desk(index + 1);
        await site.hold(token, `course-${index}`, { quantity: 1 });
        return `${index} ${(await site.pay(token, `course-${index}`)).status}`;
      }),
    );
    return results.toSorted();
  }

  it('give the same results with the same seed and others with another', async () => {
    await site.scenario('declined', {}, { seed: 7, reset: true });
    const first = await buyWithTwelveAccounts();
    await site.scenario('declined', {}, { seed: 7, reset: true });
    expect(await buyWithTwelveAccounts()).toEqual(first);
    await site.scenario('declined', {}, { seed: 8, reset: true });
    expect(await buyWithTwelveAccounts()).not.toEqual(first);
    expect(first.some((line) => line.endsWith('402'))).toBe(true);
    expect(first.some((line) => line.endsWith('200'))).toBe(true);
  });

  it('keeps the seats held after a declined payment', async () => {
    const token = await site.desk(1);
    await site.hold(token, 'd');
    expect(await site.pay(token, 'd', 'tok_sandbox_0002')).toMatchObject({
      status: 402,
      body: { code: 'DECLINED' },
    });
    expect((await site.api('GET', '/api/orders/d', { token })).body.status).toBe('held');
    expect(await site.sold()).toEqual([]);
  });

  it('sells out after 30 seats', async () => {
    await site.scenario('sell_out');
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => site.desk(index + 1)));
    const answers = await Promise.all(tokens.map((token, index) => site.hold(token, `s${index}`)));
    const held = answers.filter((answer) => answer.status === 201);
    expect(held).toHaveLength(15);
    expect(answers.filter((answer) => answer.body.code === 'SOLD_OUT')).toHaveLength(5);
  });

  it('sells the best seats to simulated buyers first', async () => {
    const token = await site.desk(1);
    const calm = seatsOf(await site.hold(token, 'calm'));
    await site.scenario('on_sale_rush', {}, { reset: true });
    expect(seatsOf(await site.hold(token, 'rush'))).not.toEqual(calm);
    const sold = await site.sold();
    expect(sold).toHaveLength(18);
    expect(new Set(sold.map((seat) => seat.account))).toEqual(new Set(['crowd']));
  });

  it('rejects requests with 429 and Retry-After', async () => {
    const token = await site.desk(1);
    await site.scenario('too_many_requests', { busy_share: 1 });
    const answer = await site.hold(token, 'busy');
    expect(answer).toMatchObject({ status: 429, body: { code: 'BUSY', retry_after_s: 3 } });
    expect(answer.headers.get('retry-after')).toBe('3');
  });

  it('returns 503 during the outage, except on the scenario page', async () => {
    const token = await site.desk(1);
    await site.scenario('outage', { outage_after_requests: 2 });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await site.api('GET', '/api/events', { token })).status);
    }
    expect(statuses).toEqual([200, 200, 503, 503]);
    expect((await fetch(`${site.url}/scenario`)).status).toBe(200);
    site.clock.now += 15_000;
    expect((await site.api('GET', '/api/events')).status).toBe(200);
  });

  it('names the invalid field of a scenario', async () => {
    const post = (body: object) => site.api('POST', '/api/scenario', { body });
    expect(await post({ name: 'storm' })).toMatchObject({ status: 400, body: { field: 'name' } });
    const odd = await post({ name: 'calm', overrides: { busy_share: 2 } });
    expect(odd).toMatchObject({ status: 400, body: { field: 'overrides.busy_share' } });
    const unknown = await post({ name: 'calm', overrides: { wind: 1 } });
    expect(unknown).toMatchObject({ status: 400, body: { field: 'overrides.wind' } });
  });
});

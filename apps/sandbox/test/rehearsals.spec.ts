import { Site } from './site.ts';

/** What became of one try: the seats held, or the code of the refusal. */
type Outcome = string;

const email = (index: number) => `login-${String(index + 1).padStart(5, '0')}@rehearsal.example`;

describe('a rehearsal', () => {
  let site: Site;
  beforeEach(async () => {
    site = await Site.start();
  });
  afterEach(() => site.close());

  async function signIn(index: number): Promise<string> {
    const password = `rehearsal-${String(index + 1).padStart(5, '0')}`;
    const { status, body } = await send('POST', '/api/sessions', 0, {
      body: { email: email(index), password },
    });
    expect(status).toBe(201);
    return String(body.token);
  }

  async function send(
    method: string,
    path: string,
    attempt: number,
    { token, body }: { token?: string; body?: object } = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(site.url + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        'x-rehearsal-attempt': String(attempt),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** Runs each task's tries, in the given order of tasks, until one holds seats or all are refused. */
  async function run(guid: string, order: readonly number[], tries = 3): Promise<Outcome[][]> {
    const outcomes: Outcome[][] = [];
    const runTask = async (index: number) => {
      const token = await signIn(index);
      const mine: Outcome[] = (outcomes[index] = []);
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const joined = await send('POST', `/api/events/${guid}/queue`, attempt, { token });
        if (joined.status !== 200) {
          mine.push(String(joined.body.code));
          continue;
        }
        const body = { order_key: `${guid}-${index}`, event_guid: guid, quantity: 2, pass: guid };
        const held = await send('POST', '/api/orders', attempt, { token, body });
        if (held.status !== 201) {
          mine.push(String(held.body.code));
          continue;
        }
        const seats = held.body.seats as { area: string; row: string; seat: string }[];
        const lasts = Date.parse(String(held.body.expires_at)) - Date.parse(String(held.body.created_at));
        mine.push(
          `${lasts / 1000} s: ${seats.map(({ area, row, seat }) => [area, row, seat].join('-')).join(' ')}`,
        );
        break;
      }
    };
    await Promise.all(order.map(runTask));
    return outcomes;
  }

  const forwards = Array.from({ length: 30 }, (_, index) => index);

  it.each([
    'calm',
    'rush',
    'waiting_room',
    'sell_out',
    'too_many_requests',
    'lapses',
    'short_holds',
    'outage',
    'all_at_once',
  ])('repeats %s exactly, whatever the order of arrival', async (scenario) => {
    const first = await run(`rehearsal~${scenario}~7~30~aaaa`, forwards);
    const second = await run(`rehearsal~${scenario}~7~30~bbbb`, forwards.toReversed());
    expect(second).toEqual(first);
    const seats = first.flat().filter((outcome) => outcome.includes(' s: '));
    expect(new Set(seats.map((text) => text.split(': ')[1])).size).toBe(seats.length);
    const other = await run(`rehearsal~${scenario}~8~30~cccc`, forwards);
    expect(other).not.toEqual(first);
  });

  it('refuses as the scenario says', async () => {
    const count = async (scenario: string, code: string) =>
      (await run(`rehearsal~${scenario}~7~30~dddd`, forwards)).flat().filter((each) => each.includes(code))
        .length;
    expect(await count('calm', 'SOLD_OUT')).toBe(0);
    expect(await count('sell_out', 'SOLD_OUT')).toBe(15 * 3);
    expect(await count('too_many_requests', 'BUSY')).toBeGreaterThan(3);
    expect(await count('outage', 'OUTAGE')).toBeGreaterThan(5);
    expect(await count('lapses', '15 s')).toBeGreaterThan(3);
    expect(await count('short_holds', '20 s')).toBe(30);
    const all = (await run('rehearsal~all_at_once~7~30~dddd', forwards)).flat().join();
    for (const outcome of ['SOLD_OUT', 'BUSY', '15 s']) expect(all).toContain(outcome);
  });

  it('gives other seats once held seats have lapsed', async () => {
    const guid = 'rehearsal~lapses~7~30~eeee';
    const first = await run(guid, forwards);
    site.clock.now += 16_000;
    const second = await run(guid, forwards);
    const lapsed = forwards.filter((index) => first[index]?.[0]?.startsWith('15 s'));
    for (const index of lapsed) expect(second[index]).not.toEqual(first[index]);
  });

  it('admits in an order of its own, with positions that count down', async () => {
    const guid = 'rehearsal~waiting_room~7~30~ffff';
    const token = await signIn(3);
    const position = async () =>
      (await send('POST', `/api/events/${guid}/queue`, 0, { token })).body as {
        state: string;
        position: number;
      };
    const before = await position();
    site.clock.now += 1_000;
    const after = await position();
    expect(before.state).toBe('waiting');
    expect(after.position).toBeLessThan(before.position);
    site.clock.now += 60_000;
    expect((await position()).state).toBe('admitted');
  });

  it("is no part of the site's scenario, and takes no other account", async () => {
    await site.scenario('outage', { outage_after_requests: 0 });
    const guid = 'rehearsal~calm~7~30~0000';
    expect((await run(guid, [0])).flat()[0]).toContain('600 s');
    await site.scenario('calm');
    const desk = await send('POST', '/api/sessions', 0, {
      body: { email: 'desk-01@quayside.example', password: 'quayside-01' },
    });
    expect(
      await send('POST', `/api/events/${guid}/queue`, 0, { token: String(desk.body.token) }),
    ).toMatchObject({ status: 403 });
  });
});

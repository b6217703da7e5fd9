import { startApp, type TestApp } from '../../../test/app';
import { signIn } from '../../../test/factories';
import type { JobDto } from '../../work';
import type { LeaseDto } from '../../workers';
import { DemoSeed } from './demo-seed';

const DEMO = {
  DEMO: 'on',
  SANDBOX_URL: 'http://127.0.0.1:3901',
  DEMO_WORKER_TOKEN: 'tw_demo_token_long_enough_for_the_tests',
  DEMO_OWNER_EMAIL: 'owner@quayside.example',
  DEMO_OWNER_PASSWORD: 'tide-tables-for-tomorrow-3',
};

describe('the demo realm', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(DEMO);
  });
  afterAll(() => app.close());

  it("works at once: its owner launches a template, and the worker gets the logins' secrets", async () => {
    const { token } = await signIn(app, DEMO.DEMO_OWNER_EMAIL, DEMO.DEMO_OWNER_PASSWORD);
    const templates = await app.http<{ id: number; type: string; worker_count: number }[]>(
      'GET',
      '/api/templates',
      { token },
    );
    const firstLogins: Record<string, string> = { 'hold 20': '01', 'buy 10': '21', 'hold 10': '31' };
    expect(templates.body.map(({ type, worker_count }) => `${type} ${worker_count}`).sort()).toEqual(
      Object.keys(firstLogins).sort(),
    );
    for (const { id, worker_count, type } of templates.body) {
      const job = await app.http<JobDto>('POST', '/api/jobs', { token, body: { template_id: id } });
      expect(job).toMatchObject({
        status: 201,
        body: { status: 'running', counts: { queued: worker_count } },
      });
      const leases = await app.http<{ leases: LeaseDto[] }>('POST', '/api/worker/v1/lease', {
        token: DEMO.DEMO_WORKER_TOKEN,
        body: { worker: 'demo', capacity: 25, wait_s: 0 },
      });
      expect(leases.body.leases).toHaveLength(worker_count);
      const number = firstLogins[`${type} ${worker_count}`];
      expect(leases.body.leases.map(({ login }) => login)).toContainEqual(
        expect.objectContaining({
          email: `desk-${number}@quayside.example`,
          password: `quayside-${number}`,
          card: type === 'buy' ? 'tok_sandbox_4242' : null,
        }),
      );
    }
  });

  it('shows what launches cost by what the sandbox charges', async () => {
    const { token } = await signIn(app, DEMO.DEMO_OWNER_EMAIL, DEMO.DEMO_OWNER_PASSWORD);
    const { body } = await app.http<{ name: string; cost: object | null }[]>('GET', '/api/templates', {
      token,
    });
    expect(body.map(({ name, cost }) => [name, cost])).toEqual([
      ['Copper Almanac: buy 10 pairs', { currency: 'GBP', min: 560, max: 1180 }],
      ['Glass Meridian: hold 10 pairs', { currency: 'EUR', min: 600, max: 1250 }],
      ['Harbour City: hold 20 pairs', { currency: 'GBP', min: 1040, max: 2120 }],
    ]);
  });

  it('has events on sale, and one whose sale starts later, to schedule a job for', async () => {
    const { token } = await signIn(app, DEMO.DEMO_OWNER_EMAIL, DEMO.DEMO_OWNER_PASSWORD);
    const { body } = await app.http<{ status: string; ko: number; on_sale_at: string | null }[]>(
      'GET',
      '/api/events',
      { token },
    );
    const sales = body.flatMap(({ on_sale_at, ...rest }) =>
      on_sale_at === null ? [] : [{ ...rest, at: Date.parse(on_sale_at) }],
    );
    expect(sales).toHaveLength(3);
    const { rows } = await app.db.query<{ now: Date }>('SELECT now()');
    const now = rows[0]!.now.getTime();
    for (const { status, ko, at } of sales) {
      expect(at).toBeLessThan(ko * 1000);
      expect(at > now).toBe(status === 'announced');
    }
    expect(sales.filter(({ status }) => status === 'announced')).toHaveLength(1);
  });

  it('is created only once', async () => {
    const count = async () =>
      (
        await app.db.query<Record<string, string>>(
          'SELECT (SELECT count(*) FROM logins) AS logins, (SELECT count(*) FROM worker_tokens) AS tokens, (SELECT count(*) FROM sites) AS sites',
        )
      ).rows;
    const before = await count();
    await app.nest.get(DemoSeed, { strict: false }).onApplicationBootstrap();
    expect(await count()).toEqual(before);
  });

  it('is not added to the data of a company', async () => {
    await app.db.query("UPDATE realms SET name = 'Harbour Travel'");
    await app.db.query("UPDATE sites SET name = 'harbour-travel'");
    await app.nest.get(DemoSeed, { strict: false }).onApplicationBootstrap();
    expect((await app.db.query('SELECT name FROM realms')).rows).toEqual([{ name: 'Harbour Travel' }]);
  });
});

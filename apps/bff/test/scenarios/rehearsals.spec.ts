import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RehearsalSweeper } from '../../src/features/rehearsals';
import { startApp, type TestApp } from '../app';
import { defined } from '../defined';
import { event, realm, site, user } from '../factories';
import { sweep } from '../work';
import { Floor } from './floor';

type Rehearsal = {
  id: number;
  status: string;
  report: {
    end_state: string;
    retries: number;
    lapses: number;
    seats_held: number;
    outcomes: Record<string, number>;
    failures: { reason: string; tries: number }[];
  } | null;
};

/** A port that nothing listens at now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Rehearsals by the reference worker at the real sandbox; waiting times before a next try are cut short. */
describe('rehearsals', () => {
  let app: TestApp;
  let floor: Floor;
  let token: string;
  let eventId: number;
  beforeAll(async () => {
    const port = await freePort();
    const SANDBOX_URL = `http://127.0.0.1:${port}`;
    app = await startApp({ SANDBOX_URL });
    floor = new Floor(app);
    await floor.open(port);
    const realmId = await realm(app);
    token = (await user(app, 'realm_owner', realmId)).token;
    eventId = await event(app, await site(app, { url: SANDBOX_URL }));
  });
  afterAll(async () => {
    await floor.close();
    await app.close();
  }, 30_000);

  async function rehearse(
    scenario: string,
    seed: number,
    type = 'hold',
  ): Promise<NonNullable<Rehearsal['report']>> {
    const body = {
      event_id: eventId,
      scenario,
      seed,
      type,
      worker_count: 12,
      seats_per_worker: 2,
      starts_in_s: 0,
    };
    const { body: started } = await app.http<Rehearsal>('POST', '/api/rehearsals', { token, body });
    const limit = Date.now() + 50_000;
    for (;;) {
      await app.db.query('UPDATE tasks SET ready_at = now() WHERE ready_at > now()');
      await app.db.query(
        "UPDATE holds SET expires_at = now() WHERE status = 'held' AND expires_at < now() + interval '1 minute'",
      );
      await app.db.query("SELECT pg_notify('tessera_queue', site_id::text) FROM events WHERE id = $1", [
        eventId,
      ]);
      await sweep(app);
      await endRehearsals(app);
      const { body: now } = await app.http<Rehearsal>('GET', `/api/rehearsals/${started.id}`, { token });
      if (now.status !== 'running') return defined(now.report);
      if (Date.now() > limit) throw new Error('The rehearsal did not end');
      await sleep(200);
    }
  }

  it.each([
    ['calm', { carted: 12 }],
    ['sell_out', { carted: 6, failed: 6 }],
    ['too_many_requests', { carted: 12 }],
    ['outage', { carted: 12 }],
  ])(
    'repeat %s exactly with the same seed',
    async (scenario, outcomes) => {
      const first = await rehearse(scenario, 7);
      const second = await rehearse(scenario, 7);
      expect(first.outcomes).toEqual(outcomes);
      for (const figure of ['end_state', 'retries', 'seats_held', 'outcomes', 'failures'] as const)
        expect([figure, second[figure]]).toEqual([figure, first[figure]]);
      expect((await rehearse(scenario, 8)).end_state).not.toBe(first.end_state);
    },
    180_000,
  );

  it('buy seats too', async () => {
    const report = await rehearse('calm', 3, 'buy');
    expect(report.outcomes).toEqual({ bought: 12 });
  }, 60_000);
});

const endRehearsals = (app: TestApp) => app.nest.get(RehearsalSweeper, { strict: false }).run();

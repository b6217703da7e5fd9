import { startApp, type TestApp } from '../../../test/app';
import { admin, site } from '../../../test/factories';
import { rehearse, rehearsing, SANDBOX, within } from '../../../test/rehearsal';
import { openStream, type StreamEvent } from '../../../test/stream';
import { lease, under, work } from '../../../test/work';
import type { PauseDto } from './pauses.dto';

describe('what a pause reaches', () => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await startApp({ SANDBOX_URL: SANDBOX });
    await site(app, { url: SANDBOX });
    administrator = (await admin(app)).token;
  });
  afterAll(() => app.close());
  afterEach(() => app.db.query('UPDATE pauses SET ended_at = now() WHERE ended_at IS NULL'));

  const pause = async (token: string, body: object = {}) =>
    (
      await app.http<PauseDto>('POST', '/api/pauses', {
        token,
        body: { reason: 'The site charges twice', ...body },
      })
    ).body;
  const resume = (token: string, { id }: PauseDto) => app.http('POST', `/api/pauses/${id}/resume`, { token });

  it('the rehearsals of the realm, whose own role says so too', async () => {
    const mine = await rehearsing(app);
    const rehearsal = await rehearse(mine);
    const [first] = await lease(mine);
    const paused = await pause(mine.owner);
    const commands = async () =>
      (await under<{ commands: { command: string }[] }>(mine, first!.lease_id, 'heartbeat')).body.commands;
    expect(await commands()).toMatchObject([{ command: 'pause' }]);
    expect(await lease(mine, 5)).toEqual([]);
    const figures = await app.http('GET', '/api/dashboard/live', within(mine, rehearsal));
    expect(figures.body).toMatchObject({ paused: true });
    expect((await app.http<PauseDto[]>('GET', '/api/pauses', within(mine, rehearsal))).body).toHaveLength(1);
    await resume(mine.owner, paused);
    expect(await commands()).toMatchObject([{ command: 'resume' }]);
    expect((await lease(mine, 5)).length).toBeGreaterThan(0);
  });

  it('the open pages: of its realm, or of everybody', async () => {
    const [mine, other] = [await work(app), await work(app)];
    const [own, foreign] = [await openStream(app, mine.owner), await openStream(app, other.owner)];
    const isAbout =
      (change: string, realmId: number | null) =>
      ({ data }: StreamEvent) => {
        const event = data as { topic?: string; change?: string; row?: { realm_id: number | null } };
        return (
          event.topic === 'pauses' && event.change === change && (event.row?.realm_id ?? null) === realmId
        );
      };
    await Promise.all([own, foreign].map(({ next }) => next(({ event }) => event === 'ready')));
    const paused = await pause(mine.owner);
    await own.next(isAbout('insert', mine.realmId));
    await resume(mine.owner, paused);
    await own.next(isAbout('delete', null));
    await pause(administrator, { everything: true });
    await Promise.all([own, foreign].map(({ next }) => next(isAbout('insert', null))));
    expect(foreign.seen.filter(isAbout('insert', mine.realmId))).toEqual([]);
    own.close();
    foreign.close();
  });

  it('leasing at no cost while nothing is paused: of 2,000 realms none is read', async () => {
    await app.db.query(
      "INSERT INTO realms (name, max_tasks) SELECT 'Many ' || n, 1 FROM generate_series(1, 2000) AS n",
    );
    const { rows } = await app.db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF)
       SELECT id FROM realms WHERE (SELECT EXISTS (SELECT FROM pauses WHERE ended_at IS NULL)) AND realm_is_paused(id)`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/One-Time Filter/);
    expect(plan).toMatch(/Scan.* on realms \(never executed\)/);
  });
});

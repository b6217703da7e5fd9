import { startApp, startBeside, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { failed, loaded, ModuleLoads, repeat } from '../../../test/module-loads';
import { publishedModule } from '../../../test/published-module';
import { Housekeeping } from '../../platform/retention/housekeeping';
import type { ModuleStatsDto } from '../registry/settings.dto';
import { MAX_OF_REALM, MAX_OF_USER } from './reports.service';

describe('reports of module loads are counted', () => {
  let app: TestApp;
  let other: TestApp;
  let loads: ModuleLoads;
  beforeAll(async () => {
    app = await startApp();
    other = await startBeside(app);
    loads = await ModuleLoads.setUp(app);
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  it('by release, with failures by reason and load times as quantiles', async () => {
    const module = await publishedModule(app);
    await loads.send(loads.users[0], module, '1.0.0', [...repeat(18, loaded(400)), loaded(2000), failed]);
    await loads.send(loads.users[1], module, '1.0.0', [{ outcome: 'failed', ms: 9, reason: 'TIMEOUT' }]);
    const { stats } = await loads.release(module, '1.0.0');
    expect(stats).toMatchObject({ loads: 21, errors: 2, error_rate: 2 / 21 });
    expect(stats.p50_ms).toBeGreaterThan(360);
    expect(stats.p50_ms).toBeLessThan(440);
    expect(stats.p95_ms).toBeGreaterThan(1800);
    const { body } = await app.http<ModuleStatsDto>(
      'GET',
      `/api/modules/settings/${module.id}/stats?period=1h`,
      { token: loads.token },
    );
    expect(body).toMatchObject({ period: '1h', step_seconds: 60 });
    expect(body.releases).toMatchObject([
      { version: '1.0.0', loads: 21, errors: 2, reasons: { CRASHED: 1, TIMEOUT: 1 } },
    ]);
    const points = body.releases[0]!.points;
    expect(points.reduce((sum, point) => sum + point.loads, 0)).toBe(21);
  });

  it('with what their errors said, by release, and only what is nobody’s of it', async () => {
    const module = await publishedModule(app);
    const failing = (message: string) => ({ ...failed, message });
    await loads.send(loads.users[0], module, '1.0.0', [failing('No row 12345678'), failed]);
    await loads.send(loads.users[1], module, '1.0.0', [failing('No row 87654321')]);
    await loads.send(loads.users[2], module, '1.0.0', [failing('Refused by buyer@quayside.example')]);
    expect((await loads.release(module, '1.0.0')).failures).toEqual([
      { message: 'No row …', loads: 2 },
      { message: 'Refused by …', loads: 1 },
    ]);
  });

  it('only for releases that the session was given, and that somebody gets or did within the last hour', async () => {
    const module = await publishedModule(app);
    await loads.startCanary(module, loads.realmId);
    const outsider = await make.user(app, 'realm_user', await make.realm(app));
    await loads.send(outsider, module, '2.0.0', [loaded()]);
    await loads.send(loads.users[0], module, '3.0.0', [loaded()]);
    const again = await make.signIn(app, loads.users[0].email);
    await loads.sendOnly(again, module, '2.0.0', [loaded()]);
    expect((await loads.release(module, '2.0.0')).stats.loads).toBe(0);
    await loads.send(loads.users[0], module, '2.0.0', [loaded()]);
    await loads.change(module, { canaries: [] });
    await loads.send(loads.users[0], module, '2.0.0', [loaded()]);
    expect((await loads.release(module, '2.0.0')).stats.loads).toBe(2);
    await app.db.query(`UPDATE module_past_assignments SET ended_at = now() - interval '61 minutes'`);
    await loads.send(loads.users[0], module, '2.0.0', [loaded()]);
    expect((await loads.release(module, '2.0.0')).stats.loads).toBe(2);
  });

  it('up to a number per user in an hour, of which few failed or slow, through all sign-ins and servers together', async () => {
    const module = await publishedModule(app);
    const [one, two] = await loads.usersOf(loads.realmId, 2);
    const again = await make.signIn(app, one!.email);
    for (const session of [one!, again])
      await loads.send(session, module, '1.0.0', repeat(MAX_OF_USER.loads, loaded()));
    expect((await loads.release(module, '1.0.0')).stats).toMatchObject({
      loads: MAX_OF_USER.loads,
      errors: 0,
    });
    for (const server of [app, other, app])
      await loads.send(two!, module, '1.0.0', [failed, loaded(9000)], server);
    const { stats } = await loads.release(module, '1.0.0');
    expect(stats.loads).toBe(MAX_OF_USER.loads + MAX_OF_USER.badLoads);
  });

  it('up to a number per realm in an hour, of which few failed or slow', async () => {
    const module = await publishedModule(app);
    await loads.sendAll(await loads.usersOfNewRealm(3), module, '1.0.0', repeat(MAX_OF_USER.loads, loaded()));
    expect((await loads.release(module, '1.0.0')).stats.loads).toBe(MAX_OF_REALM.loads);
    await loads.change(module, { automatic_rollback: false });
    const failing = await loads.usersOfNewRealm(MAX_OF_REALM.badLoads / MAX_OF_USER.badLoads + 1);
    await loads.sendAll(failing, module, '1.0.0', repeat(2, failed));
    expect((await loads.release(module, '1.0.0')).stats).toMatchObject({ errors: MAX_OF_REALM.badLoads });
  });

  it('without anything personal', async () => {
    const module = await publishedModule(app);
    await loads.send(loads.users[0], module, '1.0.0', [failed]);
    const { rows: columns } = await app.db.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'module_load_reports' ORDER BY 1`,
    );
    expect(columns.map(({ name }) => name)).toEqual([
      'errors',
      'load_ms',
      'loads',
      'messages',
      'minute',
      'reasons',
      'release_id',
    ]);
    const { rows } = await app.db.query<{ bucket: string }>(
      `SELECT bucket FROM module_report_budgets UNION SELECT reporter || source FROM module_load_samples
         UNION SELECT session FROM module_fetches`,
    );
    const { rows: ids } = await app.db.query<{ id: string }>('SELECT id::text FROM sessions');
    expect(rows.filter(({ bucket }) => ids.some(({ id }) => bucket.includes(id)))).toEqual([]);
  });

  it('for 30 days', async () => {
    const module = await publishedModule(app);
    await loads.send(loads.users[0], module, '1.0.0', [loaded()]);
    const days = async (count: number) => {
      await app.db.query(
        `UPDATE module_load_reports SET minute = now() - make_interval(days => $2) WHERE release_id = $1`,
        [module.releases['1.0.0'], count],
      );
      await app.nest.get(Housekeeping, { strict: false }).clean();
      const { rowCount } = await app.db.query('SELECT FROM module_load_reports WHERE release_id = $1', [
        module.releases['1.0.0'],
      ]);
      return rowCount;
    };
    expect([await days(29), await days(31)]).toEqual([1, 0]);
  });

  it.each([
    [{ reports: repeat(51, loaded()) }, 'reports'],
    [{ reports: [{ module: 'mf-x', version: '1', outcome: 'slow', ms: 1 }] }, 'reports.0.outcome'],
    [{ reports: [{ module: 'mf-x', version: '1', outcome: 'failed', ms: -1 }] }, 'reports.0.ms'],
  ])('unless they are malformed: %#', async (body, field) => {
    const { status, body: problem } = await app.http<{ details: { field: string }[] }>(
      'POST',
      '/api/modules/reports',
      { token: loads.users[0].token, body },
    );
    expect(status).toBe(400);
    expect(problem.details.map((detail) => detail.field)).toContain(field);
  });
});

import { startApp, startBeside, type TestApp } from '../../../../test/app';
import * as make from '../../../../test/factories';
import { type PublishedModule, publishedModule } from '../../../../test/published-module';
import { Housekeeping } from '../../../platform/retention/housekeeping';
import type { AnnouncementDto } from '../registry/announcement.dto';
import type { ModuleReleaseDto, ModuleSettingsDto, ModuleStatsDto } from '../registry/settings.dto';
import { MAX_BAD_LOADS, MAX_LOADS } from './reports.service';

type Report = { outcome: 'loaded' | 'failed'; ms?: number; reason?: string };

const loaded = (ms = 400): Report => ({ outcome: 'loaded', ms });
const failed: Report = { outcome: 'failed', ms: 10, reason: 'CRASHED' };
const repeat = (count: number, report: Report): Report[] => Array.from({ length: count }, () => report);

describe('reports of module loads', () => {
  let app: TestApp;
  let other: TestApp;
  let token: string;
  /** Sessions of different users, in one realm. */
  let sessions: make.Signed[];
  let realmId: number;
  beforeAll(async () => {
    app = await startApp();
    other = await startBeside(app);
    token = (await make.admin(app)).token;
    realmId = await make.realm(app);
    sessions = [];
    for (let count = 0; count < 4; count += 1) sessions.push(await make.user(app, 'realm_user', realmId));
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const send = async (
    session: make.Signed,
    { name }: PublishedModule,
    version: string,
    reports: readonly Report[],
    server = app,
  ): Promise<void> => {
    for (let at = 0; at < reports.length; at += 50) {
      const body = {
        reports: reports.slice(at, at + 50).map((report) => ({ module: name, version, ms: 0, ...report })),
      };
      const { status } = await server.http('POST', '/api/modules/reports', { token: session.token, body });
      expect(status).toBe(202);
    }
  };
  const settings = async ({ id }: PublishedModule) =>
    (await app.http<ModuleSettingsDto>('GET', `/api/modules/settings/${id}`, { token })).body;
  const release = async (module: PublishedModule, version: string): Promise<ModuleReleaseDto> =>
    (await settings(module)).releases.find((found) => found.version === version)!;
  const change = async ({ id }: PublishedModule, body: object) =>
    expect((await app.http('PATCH', `/api/modules/settings/${id}`, { token, body })).status).toBe(200);
  const withCanary = async (options?: Parameters<typeof publishedModule>[1]): Promise<PublishedModule> => {
    const module = await publishedModule(app, options);
    const canaries = [{ release_id: module.releases['2.0.0'], realm_id: realmId, percent: null }];
    await change(module, { canaries });
    return module;
  };
  const given = async ({ name }: PublishedModule, session: make.Signed) =>
    (await app.http<AnnouncementDto>('GET', '/api/modules', { token: session.token })).body.modules.find(
      (module) => module.name === name,
    )?.version;
  const rollbacks = async ({ id }: PublishedModule) =>
    (
      await app.db.query<{
        channel: string;
        reason: string;
        release_id: number;
        to_release_id: number | null;
      }>(
        'SELECT channel, reason, release_id, to_release_id FROM module_rollbacks WHERE module_id = $1 ORDER BY id',
        [id],
      )
    ).rows;
  /** As if the stable release had been stable for more than a day. */
  const makeStableOld = ({ id }: PublishedModule) =>
    app.db.query(
      `UPDATE module_assignments SET assigned_at = now() - interval '25 hours' WHERE module_id = $1 AND channel = 'stable'`,
      [id],
    );
  /** Three failed loads of 2.0.0 that two sessions report. */
  const fail = async (module: PublishedModule, version = '2.0.0'): Promise<void> => {
    await send(sessions[0]!, module, version, repeat(2, failed));
    await send(sessions[1]!, module, version, [failed]);
  };

  describe('are counted', () => {
    it('by release, with failures by reason and load times as quantiles', async () => {
      const module = await publishedModule(app);
      await send(sessions[0]!, module, '1.0.0', [...repeat(18, loaded(400)), loaded(2000), failed]);
      await send(sessions[1]!, module, '1.0.0', [{ outcome: 'failed', ms: 9, reason: 'TIMEOUT' }]);
      const { stats } = await release(module, '1.0.0');
      expect(stats).toMatchObject({ loads: 21, errors: 2, error_rate: 2 / 21 });
      expect(stats.p50_ms).toBeGreaterThan(360);
      expect(stats.p50_ms).toBeLessThan(440);
      expect(stats.p95_ms).toBeGreaterThan(1800);
      const { body } = await app.http<ModuleStatsDto>(
        'GET',
        `/api/modules/settings/${module.id}/stats?period=1h`,
        { token },
      );
      expect(body).toMatchObject({ period: '1h', step_seconds: 60 });
      expect(body.releases).toMatchObject([
        { version: '1.0.0', loads: 21, errors: 2, reasons: { CRASHED: 1, TIMEOUT: 1 } },
      ]);
      const points = body.releases[0]!.points;
      expect(points.reduce((sum, point) => sum + point.loads, 0)).toBe(21);
    });

    it('only for releases that the caller is given, or was within the last hour', async () => {
      const module = await withCanary();
      const outsider = await make.user(app, 'realm_user', await make.realm(app));
      await send(outsider, module, '2.0.0', [loaded()]);
      await send(sessions[0]!, module, '3.0.0', [loaded()]);
      expect((await release(module, '2.0.0')).stats.loads).toBe(0);
      await send(sessions[0]!, module, '2.0.0', [loaded()]);
      await change(module, { canaries: [] });
      await send(sessions[0]!, module, '2.0.0', [loaded()]);
      expect((await release(module, '2.0.0')).stats.loads).toBe(2);
      await app.db.query(`UPDATE module_past_assignments SET ended_at = now() - interval '61 minutes'`);
      await send(sessions[0]!, module, '2.0.0', [loaded()]);
      expect((await release(module, '2.0.0')).stats.loads).toBe(2);
    });

    it('up to a number per session, of which few failed or slow, through all servers together', async () => {
      const module = await publishedModule(app);
      await send(sessions[0]!, module, '1.0.0', repeat(MAX_LOADS + 50, loaded()));
      expect((await release(module, '1.0.0')).stats).toMatchObject({ loads: MAX_LOADS, errors: 0 });
      for (const server of [app, other, app])
        await send(sessions[1]!, module, '1.0.0', [failed, loaded(9000)], server);
      const { stats } = await release(module, '1.0.0');
      expect(stats.loads).toBe(MAX_LOADS + MAX_BAD_LOADS);
    });

    it('without anything personal', async () => {
      const module = await publishedModule(app);
      await send(sessions[0]!, module, '1.0.0', [failed]);
      const { rows: columns } = await app.db.query<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'module_load_reports' ORDER BY 1`,
      );
      expect(columns.map(({ name }) => name)).toEqual([
        'errors',
        'load_ms',
        'loads',
        'minute',
        'reasons',
        'release_id',
      ]);
      const { rows } = await app.db.query<{ bucket: string }>('SELECT bucket FROM module_report_budgets');
      const { rows: ids } = await app.db.query<{ id: string }>('SELECT id::text FROM sessions');
      expect(rows.filter(({ bucket }) => ids.some(({ id }) => bucket.includes(id)))).toEqual([]);
    });

    it('for 30 days', async () => {
      const module = await publishedModule(app);
      await send(sessions[0]!, module, '1.0.0', [loaded()]);
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
        { token: sessions[0]!.token, body },
      );
      expect(status).toBe(400);
      expect(problem.details.map((detail) => detail.field)).toContain(field);
    });
  });

  describe('roll a release back', () => {
    it('that is a canary and fails too often: audited, and its owner and administrators notified', async () => {
      const owner = await make.user(app, 'realm_owner', await make.realm(app));
      const module = await withCanary({ ownerId: owner.id });
      expect(await given(module, sessions[0]!)).toBe('2.0.0');
      await send(sessions[2]!, module, '2.0.0', repeat(50, loaded()));
      await fail(module);
      expect(await given(module, sessions[0]!)).toBe('1.0.0');
      expect(await rollbacks(module)).toEqual([
        {
          channel: 'canary',
          reason: 'errors',
          release_id: module.releases['2.0.0'],
          to_release_id: module.releases['1.0.0'],
        },
      ]);
      const rolledBack = await release(module, '2.0.0');
      expect(rolledBack).toMatchObject({
        state: 'rolled_back',
        rollback: { reason: 'errors', measured: { loads: 53, errors: 3, error_budget_percent: 1 } },
      });
      const { rows: audited } = await app.db.query(
        `SELECT actor_kind, before, after FROM audit WHERE action = 'module.roll_back' AND entity_id = $1`,
        [String(module.id)],
      );
      expect(audited).toMatchObject([
        {
          actor_kind: 'system',
          before: { canaries: [{ version: '2.0.0' }] },
          after: { canaries: [], rollback: { reason: 'errors', channel: 'canary' } },
        },
      ]);
      const { rows: messages } = await app.db.query(
        `SELECT u.role, n.kind, n.params, n.path FROM notifications n JOIN users u ON u.id = n.user_id
         WHERE n.path = $1 ORDER BY u.role`,
        [`/modules?open=${module.id}`],
      );
      const message = { kind: 'module_failing', params: { version: '2.0.0', errors: 3, loads: 53 } };
      expect(messages).toMatchObject([
        { role: 'admin', ...message },
        { role: 'realm_owner', ...message },
      ]);
    });

    it('that is a fresh stable one and loads too slowly: the one before it is stable again', async () => {
      const module = await publishedModule(app);
      await change(module, { stable_release_id: module.releases['2.0.0'] });
      await send(sessions[0]!, module, '2.0.0', repeat(2, loaded(8000)));
      expect(await given(module, sessions[0]!)).toBe('2.0.0');
      await send(sessions[1]!, module, '2.0.0', [loaded(8000)]);
      expect(await given(module, sessions[0]!)).toBe('1.0.0');
      expect(await rollbacks(module)).toMatchObject([{ channel: 'stable', reason: 'load_time' }]);
      expect(await settings(module)).toMatchObject({ enabled: true, previous_release_id: null });
    });

    it('once, when two servers get the reports at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const module = await withCanary();
        await send(sessions[0]!, module, '2.0.0', repeat(2, failed));
        await Promise.all([
          send(sessions[1]!, module, '2.0.0', repeat(2, failed), app),
          send(sessions[2]!, module, '2.0.0', repeat(2, failed), other),
          send(sessions[3]!, module, '2.0.0', repeat(2, failed), other),
        ]);
        expect(await rollbacks(module)).toHaveLength(1);
        expect(await given(module, sessions[0]!)).toBe('1.0.0');
      }
    });

    it('and switch the module off when there is no release before it', async () => {
      const module = await publishedModule(app, { versions: ['1.0.0'] });
      await fail(module, '1.0.0');
      expect(await settings(module)).toMatchObject({
        enabled: false,
        stable_release_id: module.releases['1.0.0'],
      });
      expect(await rollbacks(module)).toMatchObject([{ channel: 'stable', to_release_id: null }]);
      const { rows } = await app.db.query('SELECT kind FROM notifications WHERE path = $1', [
        `/modules?open=${module.id}`,
      ]);
      expect(rows).toEqual([{ kind: 'module_disabled' }]);
    });

    it('and switch the module off when the shell can no longer run the release before it', async () => {
      const module = await publishedModule(app);
      const before = await make.insert(app, 'module_releases', { module_id: module.id, version: '0.9.0' });
      await app.db.query('UPDATE module_assignments SET previous_release_id = $2 WHERE module_id = $1', [
        module.id,
        before,
      ]);
      await fail(module, '1.0.0');
      expect(await settings(module)).toMatchObject({
        enabled: false,
        stable_release_id: module.releases['1.0.0'],
      });
      expect(await rollbacks(module)).toMatchObject([{ channel: 'stable', to_release_id: null }]);
    });

    it('again, with a fresh count, after a person has promoted it again', async () => {
      const module = await withCanary();
      await fail(module);
      await change(module, { stable_release_id: module.releases['2.0.0'] });
      expect((await release(module, '2.0.0')).state).toBe('stable');
      await send(sessions[2]!, module, '2.0.0', [...repeat(20, loaded()), failed, failed]);
      expect(await given(module, sessions[0]!)).toBe('2.0.0');
      await send(sessions[3]!, module, '2.0.0', [failed]);
      expect(await given(module, sessions[0]!)).toBe('1.0.0');
      expect(await rollbacks(module)).toMatchObject([{ channel: 'canary' }, { channel: 'stable' }]);
    });
  });

  describe('leave a release alone', () => {
    it('that has been stable for a day, or was returned to', async () => {
      const module = await publishedModule(app);
      await change(module, { stable_release_id: module.releases['2.0.0'] });
      await makeStableOld(module);
      await fail(module);
      expect(await given(module, sessions[0]!)).toBe('2.0.0');
      await change(module, { stable_release_id: module.releases['1.0.0'] });
      await fail(module, '1.0.0');
      expect(await given(module, sessions[0]!)).toBe('1.0.0');
      expect(await rollbacks(module)).toMatchObject([{ channel: 'stable', reason: 'request' }]);
    });

    it('that fails as often as the one before it', async () => {
      const module = await withCanary();
      await makeStableOld(module);
      await send(sessions[2]!, module, '1.0.0', [...repeat(18, loaded()), ...repeat(2, failed)]);
      await send(sessions[3]!, module, '1.0.0', repeat(2, failed));
      await send(sessions[2]!, module, '2.0.0', repeat(20, loaded()));
      await fail(module);
      expect(await given(module, sessions[0]!)).toBe('2.0.0');
    });

    it('that the installation ships, when there is no release to return to', async () => {
      const module = await publishedModule(app);
      const publish = (sql: string) =>
        app.db.query(`UPDATE module_releases SET ${sql} WHERE module_id = $1`, [module.id]);
      await publish('publisher_id = NULL');
      await fail(module, '1.0.0');
      expect(await given(module, sessions[0]!)).toBe('1.0.0');
      expect(await rollbacks(module)).toEqual([]);
    });

    it('that only one session reports as failing', async () => {
      const module = await withCanary();
      await send(sessions[0]!, module, '2.0.0', repeat(50, failed));
      expect(await given(module, sessions[0]!)).toBe('2.0.0');
    });

    it('of a module that is not to be rolled back automatically, or has a larger budget', async () => {
      for (const budget of [{ automatic_rollback: false }, { error_budget_percent: 100 }]) {
        const module = await withCanary();
        await change(module, budget);
        await fail(module);
        expect(await given(module, sessions[0]!)).toBe('2.0.0');
      }
    });
  });
});

import { startApp, type TestApp } from '../../../../test/app';
import { admin, realm, user } from '../../../../test/factories';
import { publishedModule } from '../../../../test/published-module';
import type { AnnouncementDto } from './announcement.dto';
import type { ModuleSettingsDto } from './settings.dto';

describe('releases of modules', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp();
    token = (await admin(app)).token;
  });
  afterAll(() => app.close());

  /** A module with two releases, the older one stable. */
  const module = async (): Promise<ModuleSettingsDto> => {
    const { id } = await publishedModule(app);
    return (await app.http<ModuleSettingsDto>('GET', `/api/modules/settings/${id}`, { token })).body;
  };
  const change = (id: number, body: unknown, headers?: Record<string, string>) =>
    app.http<ModuleSettingsDto & { code: string; details: { field: string }[] }>(
      'PATCH',
      `/api/modules/settings/${id}`,
      { token, body, ...(headers && { headers }) },
    );
  const runs = async (name: string, request: { token?: string } = {}) =>
    (await app.http<AnnouncementDto>('GET', '/api/modules', request)).body.modules.find(
      (found) => found.name === name,
    );

  it('switch to a new release and back, for pages that load from then on', async () => {
    const { id, name, releases, stable_release_id } = await module();
    expect(releases.map(({ version }) => version)).toEqual(['2.0.0', '1.0.0']);
    expect(await runs(name)).toMatchObject({ version: '1.0.0', channel: 'stable' });
    expect((await change(id, { stable_release_id: releases[0]!.id })).status).toBe(200);
    expect(await runs(name)).toMatchObject({ version: '2.0.0', channel: 'stable' });
    await change(id, { stable_release_id });
    expect(await runs(name)).toMatchObject({ version: '1.0.0', channel: 'stable' });
    const { rows } = await app.db.query(
      `SELECT action, before, after FROM audit WHERE entity = 'module' AND entity_id = $1 ORDER BY id`,
      [String(id)],
    );
    expect(rows).toHaveLength(2);
    expect(rows).toMatchObject([
      { action: 'module.promote', before: { stable_version: '1.0.0' }, after: { stable_version: '2.0.0' } },
      { action: 'module.roll_back', after: { stable_release_id, rollback: { reason: 'request' } } },
    ]);
  });

  it('give a canary to one realm or to a share of realms', async () => {
    const { id, name, releases } = await module();
    const chosen = await realm(app);
    const [inside, outside] = [
      await user(app, 'realm_user', chosen),
      await user(app, 'realm_user', await realm(app)),
    ];
    const release_id = releases[0]!.id;
    await change(id, { canaries: [{ release_id, realm_id: chosen, percent: null }] });
    expect(await runs(name, inside)).toMatchObject({ version: '2.0.0', channel: 'canary' });
    expect(await runs(name, outside)).toMatchObject({ version: '1.0.0', channel: 'stable' });
    expect(await runs(name)).toMatchObject({ channel: 'stable' });
    await change(id, { canaries: [{ release_id, realm_id: null, percent: 100 }] });
    expect(await runs(name, outside)).toMatchObject({ channel: 'canary' });
    await change(id, { canaries: [] });
    expect(await runs(name, inside)).toMatchObject({ channel: 'stable' });
  });

  it('leave out a disabled module for everybody', async () => {
    const { id, name } = await module();
    await change(id, { enabled: false });
    expect(await runs(name)).toBeUndefined();
    await change(id, { enabled: true });
    expect(await runs(name)).toBeDefined();
  });

  it.each([
    [{ stable_release_id: 999_999 }, 'stable_release_id'],
    [{ canaries: [{ release_id: 999_999, realm_id: null, percent: 5 }] }, 'canaries.0.release_id'],
    [{ canaries: [{ release_id: 1, realm_id: 999_999, percent: null }] }, 'canaries.0.realm_id'],
    [{ canaries: [{ release_id: 1, realm_id: null, percent: null }] }, 'canaries.0'],
    [{ canaries: [{ release_id: 1, realm_id: null, percent: 101 }] }, 'canaries.0.percent'],
  ])('refuse %j and name the field', async (body, field) => {
    const { id } = await module();
    const { status, body: problem } = await change(id, body);
    expect(status).toBe(400);
    expect(problem.details.map((detail) => detail.field)).toContain(field);
  });

  it('refuse a stale change and return the current state', async () => {
    const { id } = await module();
    const { headers } = await app.http('GET', `/api/modules/settings/${id}`, { token });
    const match = { 'If-Match': headers.get('etag')! };
    expect((await change(id, { canaries: [] }, match)).status).toBe(200);
    expect(await change(id, { canaries: [] }, match)).toMatchObject({ status: 412, body: { code: 'STALE' } });
  });
});

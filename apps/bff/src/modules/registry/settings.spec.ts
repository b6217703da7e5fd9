import { startApp, type TestApp } from '../../../test/app';
import { admin, realm, user } from '../../../test/factories';
import { publishedModule } from '../../../test/published-module';
import type { AnnouncementDto } from './announcement.dto';
import type { ModuleSettingsDto } from './settings.dto';

describe('the settings of modules', () => {
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

  const read = async (id: number): Promise<ModuleSettingsDto> =>
    (await app.http<ModuleSettingsDto>('GET', `/api/modules/settings/${id}`, { token })).body;
  const history = async (id: number) =>
    (
      await app.db.query<{ action: string }>(
        `SELECT action, actor_kind, before, after FROM audit WHERE entity = 'module' AND entity_id = $1 ORDER BY id`,
        [String(id)],
      )
    ).rows;

  it('show what a release declares: permissions, pages, slots, and rows that it keeps', async () => {
    const own = (action: 'read' | 'write') => ({ action, reach: 'own' as const });
    const declares = {
      permissions: ['read:own' as const, 'write:own' as const],
      routes: [{ path: '/notes', ...own('read') }],
      slots: [{ id: 'note', place: 'task.tab' as const, title: 'Notes', ...own('read') }],
      entities: [
        { name: 'note', read: own('read'), write: own('write'), of: 'task' as const, indexes: ['status'] },
      ],
    };
    const { id } = await publishedModule(app, { manifest: { ...declares, nav: [] } });
    expect((await read(id)).releases[0]?.declares).toEqual(declares);
  });

  it('show who answers for a module, who may publish it, and what became of its releases', async () => {
    const { id, publisherId, keyId, releases } = await publishedModule(app);
    const { publishers, ...settings } = await read(id);
    expect(publishers).toMatchObject([{ id: publisherId }]);
    expect(settings).toMatchObject({
      owner: 'Team Sample',
      enabled: true,
      stable_release_id: releases['1.0.0'],
      previous_release_id: null,
      canaries: [],
      error_budget_percent: 1,
      load_budget_ms: 5000,
      automatic_rollback: true,
    });
    const stats = { loads: 0, errors: 0, error_rate: null, p50_ms: null, p95_ms: null };
    const published = { publisher: publishers[0]!.name, published_by: 'test', key: keyId, size_bytes: 1234 };
    expect(settings.releases).toMatchObject([
      { version: '2.0.0', state: 'published', assigned_at: null, ...published, rollback: null, stats },
      { version: '1.0.0', state: 'stable', assigned_at: expect.any(String) as string, incompatible: null },
    ]);
  });

  it('list every release that is assigned, and the newest 100', async () => {
    const { id, releases } = await publishedModule(app);
    await app.db.query(
      `INSERT INTO module_releases (module_id, version) SELECT $1, '3.0.' || n FROM generate_series(1, 100) n`,
      [id],
    );
    const listed = (await read(id)).releases;
    expect(listed).toHaveLength(101);
    expect(listed.at(-1)).toMatchObject({ id: releases['1.0.0'], state: 'stable' });
  });

  it('switch to a new release and back, for pages that load from then on', async () => {
    const { id, name, releases, stable_release_id } = await module();
    expect(releases.map(({ version }) => version)).toEqual(['2.0.0', '1.0.0']);
    expect(await runs(name)).toMatchObject({ version: '1.0.0', channel: 'stable' });
    expect((await change(id, { stable_release_id: releases[0]!.id })).body).toMatchObject({
      previous_release_id: stable_release_id,
    });
    expect(await runs(name)).toMatchObject({ version: '2.0.0', channel: 'stable' });
    const { body } = await change(id, { stable_release_id });
    expect(body.previous_release_id).toBeNull();
    expect(body.releases).toMatchObject([
      {
        version: '2.0.0',
        state: 'rolled_back',
        rollback: { reason: 'request', to_release_id: stable_release_id },
      },
      { version: '1.0.0', state: 'stable' },
    ]);
    expect(await runs(name)).toMatchObject({ version: '1.0.0', channel: 'stable' });
    expect(await history(id)).toMatchObject([
      { action: 'module.promote', before: { stable_version: '1.0.0' }, after: { stable_version: '2.0.0' } },
      { action: 'module.roll_back', after: { stable_release_id, rollback: { reason: 'request' } } },
    ]);
  });

  it('give a canary to one realm or to a share of the users', async () => {
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
    expect((await history(id)).map(({ action }) => action)).toEqual(Array(3).fill('module.canary'));
  });

  it('go on counting the loads of a canary that stays while others change', async () => {
    const { id, releases } = await module();
    const release_id = releases[0]!.id;
    const canary = { release_id, realm_id: await realm(app), percent: null };
    const assignedAt = async () => (await read(id)).releases[0]!.assigned_at;
    await change(id, { canaries: [canary] });
    const before = await assignedAt();
    await change(id, { canaries: [canary, { release_id, realm_id: null, percent: 5 }] });
    await change(id, { canaries: [canary, { release_id, realm_id: null, percent: 10 }] });
    expect(await assignedAt()).toBe(before);
  });

  it('change the budgets, and audit only what changes', async () => {
    const { id } = await module();
    const budgets = { error_budget_percent: 2.5, load_budget_ms: 3000, automatic_rollback: false };
    expect((await change(id, budgets)).body).toMatchObject(budgets);
    await change(id, budgets);
    expect(await history(id)).toEqual([
      {
        action: 'module.update',
        actor_kind: 'user',
        before: { error_budget_percent: 1, load_budget_ms: 5000, automatic_rollback: true },
        after: budgets,
      },
    ]);
  });

  it("refuse a release that the shell can't run, and keep one that is assigned already", async () => {
    const { id, releases } = await publishedModule(app, { manifest: { shell: '^2.0.0' } });
    const { status, body } = await change(id, { stable_release_id: releases['2.0.0'] });
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ field: 'stable_release_id', code: 'INCOMPATIBLE' }]);
    expect((await change(id, { stable_release_id: releases['1.0.0'], enabled: false })).status).toBe(200);
    expect((await read(id)).releases[0]!.incompatible).toContain('needs the shell contract ^2.0.0');
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

  it('reject a stale change and return the current state', async () => {
    const { id } = await module();
    const { headers } = await app.http('GET', `/api/modules/settings/${id}`, { token });
    const match = { 'If-Match': headers.get('etag')! };
    expect((await change(id, { canaries: [] }, match)).status).toBe(200);
    expect(await change(id, { canaries: [] }, match)).toMatchObject({ status: 412, body: { code: 'STALE' } });
  });
});

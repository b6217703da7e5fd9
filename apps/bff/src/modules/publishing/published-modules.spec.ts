import { startApp, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import { admin, realm, user } from '../../../test/factories';
import { makeRelease } from '../../../test/module-release';
import { publish, type Refusal } from '../../../test/publish';
import { addToken, makePublisher, newTeam, type TestPublisher } from '../../../test/publishers';
import { makeWebFolder } from '../../../test/web-folder';
import type { AnnouncementDto } from '../registry/announcement.dto';
import type { ModuleSettingsDto } from '../registry/settings.dto';

describe('a publisher chooses who gets a release', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ WEB_DIR: makeWebFolder() });
  });
  afterAll(() => app.close());

  const act = <T = ModuleSettingsDto>(
    { token }: { token: string },
    name: string,
    action: string,
    body: object = {},
  ) => app.http<T>('POST', `/api/publishing/modules/${name}/${action}`, { token, body });
  /** The version that a caller's pages load. */
  const given = async (name: string, caller: { token?: string } = {}) => {
    const { body } = await app.http<AnnouncementDto>('GET', '/api/modules', caller);
    return body.modules.find((module) => module.name === name)?.version;
  };
  /** A publisher whose module has the releases 1.0.0 and 1.1.0. */
  const publishedTeam = async (): Promise<{ team: TestPublisher; name: string }> => {
    const made = await newTeam(app);
    for (const version of ['1.0.0', '1.1.0'])
      await publish(app, made.team, makeRelease({ name: made.name, version }));
    return made;
  };

  it('from a canary of one realm to everybody and back, and audits each step', async () => {
    const { team, name } = await publishedTeam();
    const realmId = await realm(app);
    const inside = await user(app, 'realm_user', realmId);
    const outside = await user(app, 'realm_user', await realm(app));
    expect(await act(team, name, 'promote', { version: '1.0.0' })).toMatchObject({
      status: 200,
      body: { name, releases: [{ state: 'published' }, { version: '1.0.0', state: 'stable' }] },
    });
    await act(team, name, 'canary', { version: '1.1.0', realm_id: realmId });
    expect([await given(name, inside), await given(name, outside)]).toEqual(['1.1.0', '1.0.0']);
    await act(team, name, 'promote', { version: '1.1.0' });
    expect([await given(name), await given(name, outside)]).toEqual(['1.1.0', '1.1.0']);
    await act(team, name, 'rollback');
    expect(await given(name, inside)).toBe('1.0.0');
    await act(team, name, 'disable');
    expect(await given(name)).toBeUndefined();
    await act(team, name, 'enable');
    expect(await given(name)).toBe('1.0.0');
    const { rows } = await app.db.query<{ action: string; actor_kind: string }>(
      `SELECT action, actor_kind FROM audit a JOIN modules m ON a.entity_id = m.id::text
       WHERE a.entity = 'module' AND m.name = $1 ORDER BY a.id`,
      [name],
    );
    expect(new Set(rows.map(({ actor_kind }) => actor_kind))).toEqual(new Set(['publisher']));
    expect(rows.map(({ action }) => action)).toEqual([
      ...['module.publish', 'module.publish', 'module.promote', 'module.canary', 'module.promote'],
      ...['module.roll_back', 'module.update', 'module.update'],
    ]);
  });

  describe('within what administrators decide', () => {
    let token: string;
    beforeAll(async () => {
      token = (await admin(app)).token;
    });
    const settings = async (name: string): Promise<ModuleSettingsDto> => {
      const { body } = await app.http<ModuleSettingsDto[]>('GET', `/api/modules/settings?q=${name}`, {
        token,
      });
      return defined(body[0]);
    };
    const change = async (name: string, body: object) => {
      const { id } = await settings(name);
      return app.http<ModuleSettingsDto>('PATCH', `/api/modules/settings/${id}`, { token, body });
    };
    const idOf = async (name: string, version: string) =>
      defined((await settings(name)).releases.find((release) => release.version === version)).id;
    const rejected = { status: 409, body: { code: 'CONFLICT', reason: 'ADMINISTRATORS_DECIDE' } };

    it('whose pages load only what one of them has promoted, and no canary', async () => {
      const { team, name } = await publishedTeam();
      const someone = await user(app, 'realm_user', await realm(app));
      const reason = async () => {
        const { body } = await app.http<AnnouncementDto>('GET', '/api/modules', { token });
        return body.incompatible.find((module) => module.name === name)?.reason;
      };
      await act(team, name, 'promote', { version: '1.0.0' });
      expect([await given(name, someone), await given(name, { token })]).toEqual(['1.0.0', undefined]);
      expect(await reason()).toBe('No administrator has promoted a release of it yet');
      await change(name, { stable_release_id: await idOf(name, '1.0.0') });
      expect(await given(name, { token })).toBe('1.0.0');
      await act(team, name, 'canary', { version: '1.1.0', percent: 100 });
      expect([await given(name, someone), await given(name, { token })]).toEqual(['1.1.0', '1.0.0']);
      await act(team, name, 'promote', { version: '1.1.0' });
      expect([await given(name, someone), await given(name, { token })]).toEqual(['1.1.0', '1.0.0']);
      await change(name, { approved_release_id: await idOf(name, '1.1.0') });
      expect(await given(name, { token })).toBe('1.1.0');
      await act(team, name, 'rollback');
      expect([await given(name, someone), await given(name, { token })]).toEqual(['1.0.0', '1.0.0']);
    });

    it('who let it promote by itself, or only give half of the users a canary', async () => {
      const { team, name } = await publishedTeam();
      const body = { may_promote: false };
      await app.http('PATCH', `/api/modules/publishers/${team.id}`, { token, body });
      const denied = { status: 403, body: { reason: 'PROMOTION_NOT_ALLOWED' } };
      expect(await act<Refusal>(team, name, 'promote', { version: '1.0.0' })).toMatchObject(denied);
      expect(await act<Refusal>(team, name, 'canary', { version: '1.0.0', percent: 51 })).toMatchObject(
        denied,
      );
      expect((await act(team, name, 'canary', { version: '1.0.0', percent: 50 })).status).toBe(200);
      const created = await app.http<{ may_promote: boolean }>('POST', '/api/modules/publishers', {
        token,
        body: { name: `Team of ${name}` },
      });
      expect(created.body.may_promote).toBe(false);
    });

    it('who disabled the module: it can’t be enabled again', async () => {
      const { team, name } = await publishedTeam();
      await act(team, name, 'promote', { version: '1.0.0' });
      await change(name, { enabled: false });
      expect(await act<Refusal>(team, name, 'enable')).toMatchObject(rejected);
      await act(team, name, 'disable');
      expect(await act<Refusal>(team, name, 'enable')).toMatchObject(rejected);
      expect(await settings(name)).toMatchObject({ enabled: false, disabled_by: 'administrator' });
      await change(name, { enabled: true });
      await act(team, name, 'disable');
      expect(await settings(name)).toMatchObject({ enabled: false, disabled_by: 'publisher' });
      expect((await act(team, name, 'enable')).status).toBe(200);
    });

    it('who chose a release or a canary, until they let publishers decide again', async () => {
      const { team, name } = await publishedTeam();
      const [one, two] = [await idOf(name, '1.0.0'), await idOf(name, '1.1.0')];
      const decisions: [object, string, object][] = [
        [{ stable_release_id: one }, 'promote', { version: '1.1.0' }],
        [
          { canaries: [{ release_id: two, realm_id: null, percent: 5 }] },
          'canary',
          { version: '1.1.0', percent: 50 },
        ],
        [{ canaries: [] }, 'canary', { version: '1.1.0', percent: 5 }],
        [{ stable_release_id: two }, 'rollback', {}],
      ];
      for (const [decision, action, body] of decisions) {
        expect((await change(name, decision)).body.administrators_decide).toBe(true);
        expect(await act<Refusal>(team, name, action, body)).toMatchObject(rejected);
        await change(name, { administrators_decide: false });
      }
      expect((await act(team, name, 'rollback')).status).toBe(200);
      expect(await settings(name)).toMatchObject({ stable_release_id: one });
    });

    it('who take its first promotion back to none', async () => {
      const { team, name } = await publishedTeam();
      await act(team, name, 'promote', { version: '1.0.0' });
      const { body } = await change(name, { stable_release_id: null });
      expect(body).toMatchObject({ stable_release_id: null, approved_release_id: null });
      expect(body.releases).toMatchObject([{ version: '1.1.0' }, { version: '1.0.0', state: 'rolled_back' }]);
      expect(await given(name)).toBeUndefined();
      expect(await act<Refusal>(team, name, 'promote', { version: '1.0.0' })).toMatchObject(rejected);
    });
  });

  it('with a token for it, and for the own modules alone', async () => {
    const { team, name } = await publishedTeam();
    const publishOnly = await addToken(app, team.id, ['publish']);
    const others = await makePublisher(app, ['mf-elsewhere']);
    const body = { version: '1.0.0' };
    expect((await act(publishOnly, name, 'promote', body)).status).toBe(403);
    expect(await act<Refusal>(others, name, 'promote', body)).toMatchObject({
      status: 403,
      body: { reason: 'MODULE_NOT_ALLOWED', message: `${others.name} may not publish ${name}` },
    });
    expect(await given(name)).toBeUndefined();
  });

  it.each([
    ['promote', { version: '9.9.9' }, 404],
    ['promote', {}, 400],
    ['canary', { version: '1.1.0' }, 400],
    ['canary', { version: '1.1.0', realm_id: 1, percent: 5 }, 400],
    ['canary', { version: '1.1.0', percent: 101 }, 400],
    ['canary', { version: '1.1.0', realm_id: 999_999 }, 400],
    ['rollback', {}, 409],
  ])('not by %s with %j', async (action, body, status) => {
    const { team, name } = await publishedTeam();
    expect((await act(team, name, action, body)).status).toBe(status);
  });

  it('not of a module without a release', async () => {
    const { team, name } = await newTeam(app);
    for (const action of ['disable', 'enable', 'rollback'])
      expect([action, (await act(team, name, action)).status]).toEqual([action, 404]);
  });

  it('not when another module took the path in the meantime, even at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const path = `/shared-${process.hrtime.bigint().toString(36)}`;
      const routes = [{ path, action: 'read' as const, reach: 'own' as const }];
      const teams = [await newTeam(app), await newTeam(app)];
      for (const { team, name } of teams) await publish(app, team, makeRelease({ name, routes, nav: [] }));
      const responses = await Promise.all(
        teams.map(({ team, name }) => act<Refusal>(team, name, 'promote', { version: '1.0.0' })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
      const winner = teams[responses.findIndex(({ status }) => status === 200)]!;
      expect(responses.find(({ status }) => status === 400)?.body.message).toMatch(
        new RegExp(`can't have the route ${path}: ${path} belongs to ${winner.name}$`),
      );
    }
  });
});

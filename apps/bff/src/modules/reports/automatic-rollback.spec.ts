import { startApp, startBeside, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { failed, loaded, ModuleLoads, repeat } from '../../../test/module-loads';
import { publishedModule } from '../../../test/published-module';

describe('reports of module loads', () => {
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

  describe('roll a release back', () => {
    it('that is a canary and fails too often: audited, and its owner and administrators notified', async () => {
      const owner = await make.user(app, 'realm_owner', await make.realm(app));
      const module = await loads.withCanary({ ownerId: owner.id });
      expect(await loads.given(module, loads.users[0])).toBe('2.0.0');
      const [other] = await loads.usersOf(loads.realmId, 1);
      await loads.send(other!, module, '2.0.0', repeat(50, loaded()));
      await loads.fail(module);
      expect(await loads.given(module, loads.users[0])).toBe('1.0.0');
      expect(await loads.rollbacks(module)).toEqual([
        {
          channel: 'canary',
          reason: 'errors',
          release_id: module.releases['2.0.0'],
          to_release_id: module.releases['1.0.0'],
        },
      ]);
      const rolledBack = await loads.release(module, '2.0.0');
      expect(rolledBack).toMatchObject({
        state: 'rolled_back',
        rollback: { reason: 'errors', measured: { loads: 58, errors: 8, error_budget_percent: 1 } },
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
      const messages = (await loads.messages(module)).filter(({ kind }) => kind === 'module_failing');
      const params = { version: '2.0.0', errors: 8, loads: 58 };
      expect(messages).toMatchObject([
        { role: 'admin', params, path: `/modules?open=${module.id}` },
        // The page of modules is for administrators.
        { role: 'realm_owner', params, path: null },
      ]);
    });

    it('that is a fresh stable one and loads too slowly: the one before it is stable again', async () => {
      const module = await publishedModule(app);
      await loads.change(module, { stable_release_id: module.releases['2.0.0'] });
      await loads.sendAll(loads.users.slice(0, 3), module, '2.0.0', repeat(2, loaded(8000)));
      expect(await loads.given(module, loads.users[0])).toBe('2.0.0');
      await loads.send(loads.users[3], module, '2.0.0', [loaded(8000)]);
      expect(await loads.given(module, loads.users[0])).toBe('1.0.0');
      expect(await loads.rollbacks(module)).toMatchObject([{ channel: 'stable', reason: 'load_time' }]);
      expect(await loads.settings(module)).toMatchObject({ enabled: true, previous_release_id: null });
    });

    it('once, when two servers get the reports at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const module = await loads.withCanary();
        await Promise.all(
          loads.users.map((session, i) =>
            loads.send(session, module, '2.0.0', repeat(2, failed), i % 2 === 0 ? app : other),
          ),
        );
        expect(await loads.rollbacks(module)).toHaveLength(1);
        expect(await loads.given(module, loads.users[0])).toBe('1.0.0');
      }
    });

    it('that several realms find bad, however often the accounts of another one report it as good', async () => {
      const module = await loads.withCanary();
      const ten = await loads.usersOfNewRealm(10);
      await loads.sendAll(ten, module, '2.0.0', repeat(50, loaded()));
      await loads.fail(module);
      expect(await loads.given(module, loads.users[0])).toBe('1.0.0');
    });

    it('although the accounts of one realm report failures of the release before it', async () => {
      const module = await publishedModule(app);
      await loads.makeStableOld(module);
      const ten = await loads.usersOfNewRealm(10);
      const good = await loads.usersOfNewRealm(1);
      for (const session of [...ten, ...good]) await loads.fetchModules(session);
      await loads.startCanary(module);
      await loads.sendAll(good, module, '1.0.0', repeat(40, loaded()));
      await loads.sendAll(ten, module, '1.0.0', repeat(2, failed));
      await loads.fail(module);
      expect(await loads.given(module, loads.users[0])).toBe('1.0.0');
    });

    it('that is the canary of one realm, for that realm alone, when its users agree', async () => {
      const module = await publishedModule(app);
      const elsewhere = await make.realm(app);
      const [outside] = await loads.usersOf(elsewhere, 1);
      const release_id = module.releases['2.0.0'];
      await loads.change(module, {
        canaries: [loads.realmId, elsewhere].map((realm_id) => ({ release_id, realm_id, percent: null })),
      });
      await loads.send(loads.users[0], module, '2.0.0', repeat(2, failed));
      expect(await loads.given(module, loads.users[0])).toBe('2.0.0');
      await loads.send(loads.users[1], module, '2.0.0', [failed]);
      expect([await loads.given(module, loads.users[0]), await loads.given(module, outside!)]).toEqual([
        '1.0.0',
        '2.0.0',
      ]);
    });

    it('again, with a fresh count, after a person has promoted it again', async () => {
      const module = await loads.withCanary();
      await loads.fail(module);
      await loads.change(module, { stable_release_id: module.releases['2.0.0'] });
      expect((await loads.release(module, '2.0.0')).state).toBe('stable');
      const later = [...(await loads.usersOf(loads.realmId, 2)), ...(await loads.usersOfNewRealm(2))];
      await loads.sendAll(later.slice(0, 3), module, '2.0.0', [...repeat(5, loaded()), failed, failed]);
      expect(await loads.given(module, loads.users[0])).toBe('2.0.0');
      await loads.send(later[3]!, module, '2.0.0', [failed]);
      expect(await loads.given(module, loads.users[0])).toBe('1.0.0');
      expect(await loads.rollbacks(module)).toMatchObject([{ channel: 'canary' }, { channel: 'stable' }]);
    });
  });

  describe('leave the decision to the administrators', () => {
    const undecided = { role: 'admin', kind: 'module_undecided' };

    it('when ten accounts of one realm, or twenty sign-ins, report failures', async () => {
      const module = await publishedModule(app);
      await loads.makeStableOld(module);
      await loads.change(module, { stable_release_id: module.releases['2.0.0'] });
      const ten = await loads.usersOfNewRealm(10);
      const again: make.Signed[] = [];
      for (const { email } of ten) again.push(await make.signIn(app, email));
      const good = await loads.usersOfNewRealm(1);
      await loads.send(good[0]!, module, '2.0.0', repeat(40, loaded()));
      await loads.sendAll([...ten, ...again], module, '2.0.0', repeat(5, failed));
      expect(await loads.given(module, good[0]!)).toBe('2.0.0');
      expect(await loads.settings(module)).toMatchObject({ enabled: true });
      expect(await loads.rollbacks(module)).toEqual([]);
      expect(await loads.messages(module)).toMatchObject([undecided]);
    });

    it('when there is no release before it: the module stays on', async () => {
      const module = await publishedModule(app, { versions: ['1.0.0'] });
      await loads.fail(module, '1.0.0');
      expect(await loads.settings(module)).toMatchObject({
        enabled: true,
        stable_release_id: module.releases['1.0.0'],
      });
      expect(await loads.rollbacks(module)).toEqual([]);
      expect(await loads.messages(module)).toMatchObject([undecided]);
    });

    it('when the shell can no longer run the release before it', async () => {
      const module = await publishedModule(app);
      const before = await make.insert(app, 'module_releases', { module_id: module.id, version: '0.9.0' });
      await app.db.query('UPDATE module_assignments SET previous_release_id = $2 WHERE module_id = $1', [
        module.id,
        before,
      ]);
      await loads.fail(module, '1.0.0');
      expect(await loads.settings(module)).toMatchObject({
        enabled: true,
        stable_release_id: module.releases['1.0.0'],
      });
      expect(await loads.messages(module)).toMatchObject([undecided]);
    });
  });

  describe('leave a release alone', () => {
    it('that only users without a realm report as failing, however many', async () => {
      const module = await loads.withCanary();
      const strangers = await loads.usersOf(null, 4);
      await loads.sendAll(strangers, module, '2.0.0', repeat(2, failed));
      expect(await loads.given(module, loads.users[0])).toBe('2.0.0');
      expect((await loads.release(module, '2.0.0')).stats.loads).toBe(0);
      expect(await loads.messages(module)).toEqual([]);
    });

    it('that has been stable for a day, or was returned to', async () => {
      const module = await publishedModule(app);
      await loads.change(module, { stable_release_id: module.releases['2.0.0'] });
      await loads.makeStableOld(module);
      await loads.fail(module);
      expect(await loads.given(module, loads.users[0])).toBe('2.0.0');
      await loads.change(module, { stable_release_id: module.releases['1.0.0'] });
      await loads.fail(module, '1.0.0');
      expect(await loads.given(module, loads.users[0])).toBe('1.0.0');
      expect(await loads.rollbacks(module)).toMatchObject([{ channel: 'stable', reason: 'request' }]);
    });

    it('that fails as often as the one before it, by the reports of several realms', async () => {
      const module = await publishedModule(app);
      await loads.makeStableOld(module);
      for (const session of loads.users) await loads.fetchModules(session);
      await loads.startCanary(module);
      await loads.sendAll(loads.users, module, '1.0.0', [
        ...repeat(9, loaded()),
        failed,
        ...repeat(1, failed),
      ]);
      await loads.sendAll(loads.users, module, '2.0.0', [...repeat(20, loaded()), ...repeat(2, failed)]);
      expect(await loads.given(module, loads.users[0])).toBe('2.0.0');
    });

    it('that the installation ships, when there is no release to return to', async () => {
      const module = await publishedModule(app);
      const publish = (sql: string) =>
        app.db.query(`UPDATE module_releases SET ${sql} WHERE module_id = $1`, [module.id]);
      await publish('publisher_id = NULL');
      await loads.fail(module, '1.0.0');
      expect(await loads.given(module, loads.users[0])).toBe('1.0.0');
      expect(await loads.rollbacks(module)).toEqual([]);
      expect(await loads.messages(module)).toEqual([]);
    });

    it('of a module that is not to be rolled back automatically, or has a larger budget', async () => {
      for (const budget of [{ automatic_rollback: false }, { error_budget_percent: 100 }]) {
        const module = await loads.withCanary();
        await loads.change(module, budget);
        await loads.fail(module);
        expect(await loads.given(module, loads.users[0])).toBe('2.0.0');
      }
    });
  });
});

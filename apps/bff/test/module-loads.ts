import type { AnnouncementDto } from '../src/modules/registry/announcement.dto';
import type { ModuleReleaseDto, ModuleSettingsDto } from '../src/modules/registry/settings.dto';
import type { TestApp } from './app';
import { defined } from './defined';
import * as make from './factories';
import { type PublishedModule, publishedModule } from './published-module';

/** How a load went. */
export type Report = { outcome: 'loaded' | 'failed'; ms?: number; reason?: string; message?: string };

export const loaded = (ms = 400): Report => ({ outcome: 'loaded', ms });
export const failed: Report = { outcome: 'failed', ms: 10, reason: 'CRASHED' };
export const repeat = (count: number, report: Report): Report[] =>
  Array.from({ length: count }, () => report);

/** Pages of users who load modules and report it, and administrators who watch. */
export class ModuleLoads {
  private constructor(
    private readonly app: TestApp,
    /** An administrator's. */
    readonly token: string,
    readonly realmId: number,
    /** Different users: two in the realm, two in another. */
    readonly users: readonly [make.Signed, make.Signed, make.Signed, make.Signed],
  ) {}

  static async setUp(app: TestApp): Promise<ModuleLoads> {
    const realmId = await make.realm(app);
    const otherId = await make.realm(app);
    const user = (realm: number) => make.user(app, 'realm_user', realm);
    const users = [
      await user(realmId),
      await user(realmId),
      await user(otherId),
      await user(otherId),
    ] as const;
    return new ModuleLoads(app, (await make.admin(app)).token, realmId, users);
  }

  async usersOf(realmId: number | null, count: number): Promise<make.Signed[]> {
    const users: make.Signed[] = [];
    for (let at = 0; at < count; at += 1) users.push(await make.user(this.app, 'realm_user', realmId));
    return users;
  }

  async usersOfNewRealm(count: number): Promise<make.Signed[]> {
    return this.usersOf(await make.realm(this.app), count);
  }

  async fetchModules({ token }: make.Signed): Promise<AnnouncementDto['modules']> {
    return (await this.app.http<AnnouncementDto>('GET', '/api/modules', { token })).body.modules;
  }

  /** The version that a user gets. */
  async given({ name }: PublishedModule, user: make.Signed): Promise<string | undefined> {
    return (await this.fetchModules(user)).find((module) => module.name === name)?.version;
  }

  /** Reports loads as a page does that was given the release. */
  async send(...report: Parameters<ModuleLoads['sendOnly']>): Promise<void> {
    await this.fetchModules(report[0]);
    await this.sendOnly(...report);
  }

  /** Reports loads without asking for the modules first. */
  async sendOnly(
    { token }: make.Signed,
    { name }: PublishedModule,
    version: string,
    reports: readonly Report[],
    server = this.app,
  ): Promise<void> {
    for (let at = 0; at < reports.length; at += 50) {
      const some = reports.slice(at, at + 50);
      const body = { reports: some.map((report) => ({ module: name, version, ms: 0, ...report })) };
      const { status } = await server.http('POST', '/api/modules/reports', { token, body });
      if (status !== 202) throw new Error(`Reports answered ${status}`);
    }
  }

  async sendAll(
    users: readonly make.Signed[],
    module: PublishedModule,
    version: string,
    reports: readonly Report[],
  ): Promise<void> {
    for (const user of users) await this.send(user, module, version, reports);
  }

  /** Failed loads that two users of each of two realms report. */
  fail(module: PublishedModule, version = '2.0.0'): Promise<void> {
    return this.sendAll(this.users, module, version, repeat(2, failed));
  }

  async settings({ id }: PublishedModule): Promise<ModuleSettingsDto> {
    const { token } = this;
    return (await this.app.http<ModuleSettingsDto>('GET', `/api/modules/settings/${id}`, { token })).body;
  }

  async release(module: PublishedModule, version: string): Promise<ModuleReleaseDto> {
    return defined((await this.settings(module)).releases.find((found) => found.version === version));
  }

  async change({ id }: PublishedModule, body: object): Promise<void> {
    const { token } = this;
    const { status } = await this.app.http('PATCH', `/api/modules/settings/${id}`, { token, body });
    if (status !== 200) throw new Error(`The change answered ${status}`);
  }

  /** Gives 2.0.0 to one realm or, without one, to all users. */
  startCanary(module: PublishedModule, realm_id: number | null = null): Promise<void> {
    const percent = realm_id === null ? 100 : null;
    return this.change(module, { canaries: [{ release_id: module.releases['2.0.0'], realm_id, percent }] });
  }

  /** A module of which all users get the canary 2.0.0. */
  async withCanary(options?: Parameters<typeof publishedModule>[1]): Promise<PublishedModule> {
    const module = await publishedModule(this.app, options);
    await this.startCanary(module);
    return module;
  }

  /** As if the stable release had been stable for more than a day. */
  async makeStableOld({ id }: PublishedModule): Promise<void> {
    await this.app.db.query(
      `UPDATE module_assignments SET assigned_at = now() - interval '25 hours' WHERE module_id = $1 AND channel = 'stable'`,
      [id],
    );
  }

  async rollbacks({ id }: PublishedModule) {
    const { rows } = await this.app.db.query<{
      channel: string;
      reason: string;
      release_id: number;
      to_release_id: number | null;
    }>(
      'SELECT channel, reason, release_id, to_release_id FROM module_rollbacks WHERE module_id = $1 ORDER BY id',
      [id],
    );
    return rows;
  }

  /** The messages about a module, in their order. */
  async messages({ releases }: PublishedModule) {
    const { rows } = await this.app.db.query<{
      role: string;
      kind: string;
      params: object;
      path: string | null;
    }>(
      `SELECT u.role, n.kind, n.params, n.path FROM notifications n JOIN users u ON u.id = n.user_id
       WHERE n.kind LIKE 'module%' AND EXISTS (
         SELECT FROM unnest(n.abouts) about WHERE split_part(about, ':', 2) = ANY ($1::text[]))
       ORDER BY n.id`,
      [Object.values(releases).map(String)],
    );
    return rows;
  }
}

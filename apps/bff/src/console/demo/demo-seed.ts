import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Passwords } from '../../platform/auth/passwords';
import { tokenHash } from '../../platform/auth/tokens';
import { Config } from '../../platform/config/config';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { Sealing } from '../../platform/sealing/sealing';
import { DemoRepository } from './demo.repository';
import { demoLogins } from './demo-catalogue';

/**
 * With `DEMO=on`, creates a small realm that works at the sandbox in a database without realms. It is created once: what people
 * change or delete later stays as they leave it, and restored data gets no demo realm. At each start only the sandbox's address and the worker's token follow the settings.
 */
@Injectable()
export class DemoSeed implements OnApplicationBootstrap {
  private readonly logger = new Logger('demo');

  constructor(
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly passwords: Passwords,
    private readonly sealing: Sealing,
    private readonly rows: DemoRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { demo, sandboxUrl } = this.config;
    if (!demo) return;
    if (!sandboxUrl) {
      this.logger.warn('DEMO is on, but SANDBOX_URL is not set: no demo realm is created');
      return;
    }
    await this.transactions.run(systemScope('demo'), (tx) => this.seed(tx, new URL(sandboxUrl).origin));
  }

  private async seed(tx: Tx, url: string): Promise<void> {
    await this.rows.lock(tx);
    const realmId = await this.rows.findRealm(tx);
    const site = await this.rows.findSite(tx);
    if (site && site.url !== url) await this.rows.moveSite(tx, site.id, site.url, url);
    if (realmId === null) {
      if (!(await this.rows.hasRealms(tx))) await this.create(tx, url);
      return;
    }
    if (site) await this.setWorkerToken(tx, realmId, site.id);
  }

  private async create(tx: Tx, url: string): Promise<void> {
    const realmId = await this.rows.insertRealm(tx);
    await audit(tx, {
      action: 'realm.create',
      entity: 'realm',
      entity_id: realmId,
      realm_id: null,
      after: { demo: true },
    });
    await this.createOwner(tx, realmId);
    const siteId = await this.rows.insertSite(tx, url);
    const events = await this.rows.insertEvents(tx, siteId, url);
    await this.rows.insertPrices(tx, siteId, events);
    const logins: number[] = [];
    for (const { secrets, ...login } of demoLogins) {
      const id = await this.rows.insertLogin(tx, realmId, siteId, login);
      const sealed = this.sealing.seal({ table: 'logins', row: id, realm: realmId }, secrets);
      await this.rows.setLoginSecrets(tx, id, sealed);
      logins.push(id);
    }
    await this.rows.insertTemplates(tx, realmId, siteId, events, logins);
    await this.setWorkerToken(tx, realmId, siteId);
  }

  private async createOwner(tx: Tx, realmId: number): Promise<void> {
    const owner = this.config.demoOwner;
    if (!owner) return;
    const passwordHash = await this.passwords.hash(owner.password, 'demo');
    await this.rows.insertOwner(tx, realmId, owner.email, passwordHash);
  }

  private async setWorkerToken(tx: Tx, realmId: number, siteId: number): Promise<void> {
    const token = this.config.demoWorkerToken;
    if (token) await this.rows.upsertWorkerToken(tx, tokenHash(token), realmId, siteId);
  }
}

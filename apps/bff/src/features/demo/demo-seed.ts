import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Passwords } from '../../platform/auth/passwords';
import { tokenHash } from '../../platform/auth/tokens';
import { Config } from '../../platform/config/config';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { Sealing } from '../../platform/sealing/sealing';
import { demoLogins } from './demo-catalogue';
import {
  findDemoRealm,
  findDemoSite,
  insertEvents,
  insertLogin,
  insertRealm,
  insertSite,
  insertTemplates,
  moveSite,
  upsertWorkerToken,
} from './demo.queries';

/** Any number that no other use of advisory locks has. */
const LOCK = 7_355_610;

/**
 * With DEMO=on, makes a small realm that works at the sandbox: once; what people change or
 * delete of it stays so. Only the sandbox's address and the worker's token follow the settings at each start.
 */
@Injectable()
export class DemoSeed implements OnApplicationBootstrap {
  private readonly logger = new Logger('demo');

  constructor(
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly passwords: Passwords,
    private readonly sealing: Sealing,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { demo, sandboxUrl } = this.config;
    if (!demo) return;
    if (!sandboxUrl) {
      this.logger.warn('DEMO is on, but SANDBOX_URL is not set: no demo realm is made');
      return;
    }
    await this.transactions.run(systemScope('demo'), (tx) => this.seed(tx, new URL(sandboxUrl).origin));
  }

  private async seed(tx: Tx, url: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const realm = await findDemoRealm(tx);
    const site = await findDemoSite(tx);
    if (site && site.url !== url) await moveSite(tx, site.id, site.url, url);
    if (realm === undefined) {
      const made = await this.make(tx, url);
      return this.worker(tx, made.realmId, made.siteId);
    }
    if (site) await this.worker(tx, realm, site.id);
  }

  private async make(tx: Tx, url: string): Promise<{ realmId: number; siteId: number }> {
    const realmId = await insertRealm(tx);
    await audit(tx, {
      action: 'realm.create',
      entity: 'realm',
      entity_id: realmId,
      realm_id: null,
      after: { demo: true },
    });
    await this.owner(tx, realmId);
    const siteId = await insertSite(tx, url);
    const events = await insertEvents(tx, siteId, url);
    const logins: number[] = [];
    for (const { secrets, ...login } of demoLogins) {
      const id = await insertLogin(tx, realmId, siteId, login);
      const sealed = this.sealing.seal({ table: 'logins', row: id, realm: realmId }, secrets);
      await tx.execute('UPDATE logins SET secrets = $2 WHERE id = $1', [id, JSON.stringify(sealed)]);
      logins.push(id);
    }
    await insertTemplates(tx, realmId, siteId, events, logins);
    return { realmId, siteId };
  }

  private async owner(tx: Tx, realmId: number): Promise<void> {
    const owner = this.config.demoOwner;
    if (!owner) return;
    await tx.execute(
      `INSERT INTO users (email, name, password_hash, role, realm_id) VALUES ($1, 'Desk owner', $2, 'realm_owner', $3)
       ON CONFLICT ((lower(email))) DO NOTHING`,
      [owner.email, await this.passwords.hash(owner.password, 'demo'), realmId],
    );
  }

  private async worker(tx: Tx, realmId: number, siteId: number): Promise<void> {
    const token = this.config.demoWorkerToken;
    if (token) await upsertWorkerToken(tx, tokenHash(token), realmId, siteId);
  }
}

import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Passwords } from '../../platform/auth/passwords';
import { Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { requireEmail } from '../../platform/http/email';
import { systemScope } from '../../platform/realm-scope/scope';
import { AccountsRepository } from './accounts.repository';

/** Creates the first administrator of a database without one, from ADMIN_EMAIL and ADMIN_PASSWORD. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  private readonly logger = new Logger('first-admin');

  constructor(
    private readonly config: Config,
    private readonly passwords: Passwords,
    private readonly transactions: Transactions,
    private readonly accounts: AccountsRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { admin } = this.config;
    await this.transactions.run(systemScope('first start'), async (tx) => {
      if (await this.accounts.hasAdministrator(tx)) return;
      if (!admin) {
        this.logger.warn(
          'There is no administrator yet. Set ADMIN_EMAIL and ADMIN_PASSWORD to create the first one.',
        );
        return;
      }
      const id = await this.accounts.insertUser(tx, {
        email: requireEmail(admin.email, 'ADMIN_EMAIL'),
        name: 'Administrator',
        password_hash: await this.passwords.hash(admin.password, 'first start'),
        role: 'admin',
        duties: [],
        realm_id: null,
      });
      await audit(tx, {
        action: 'user.create',
        entity: 'user',
        entity_id: id ?? 0,
        realm_id: null,
        after: { email: admin.email, role: 'admin' },
      });
    });
  }
}

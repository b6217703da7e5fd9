import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { accountEmail } from '../../platform/auth/account-email';
import { Passwords } from '../../platform/auth/passwords';
import { Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { insertUser } from './accounts.queries';

/** Any number that no other use of advisory locks has. */
const LOCK = 7_355_609;

/** Makes the first administrator of a database without one, from ADMIN_EMAIL and ADMIN_PASSWORD. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  private readonly logger = new Logger('first-admin');

  constructor(
    private readonly config: Config,
    private readonly passwords: Passwords,
    private readonly transactions: Transactions,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { admin } = this.config;
    await this.transactions.run(systemScope('first start'), async (tx) => {
      // Several processes may start at once: one of them finds no administrator.
      await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      const [found] = await tx.query<{ some: boolean }>(
        "SELECT EXISTS (SELECT FROM users WHERE role = 'admin') AS some",
      );
      if (found?.some) return;
      if (!admin) {
        this.logger.warn(
          'There is no administrator yet. Set ADMIN_EMAIL and ADMIN_PASSWORD to make the first administrator.',
        );
        return;
      }
      const passwordHash = await this.passwords.hash(admin.password, 'first start');
      const id = await insertUser(tx, {
        email: accountEmail(admin.email),
        name: 'Administrator',
        passwordHash,
        role: 'admin',
        realmId: null,
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

import { Injectable, Logger } from '@nestjs/common';
import type { WorkerIdentity } from '../platform/access/caller';
import { audit } from '../platform/audit/audit';
import { Transactions, type Tx } from '../platform/database/transactions';
import type { Scope } from '../platform/realm-scope/scope';
import { Sealing } from '../platform/sealing/sealing';
import { Sweeps } from '../platform/sweeps/sweeps';
import { leaseLostError } from './leases.repository';
import { type LeasedCheck, LoginCheckLeasesRepository } from './login-check-leases.repository';
import type { CheckFilter } from './payment-checks.repository';
import type { CheckedDto, LoginCheckLease } from './protocol.dto';

/** Leases checks of logins to workers that can make them, and records what they report. */
@Injectable()
export class LoginCheckLeases {
  private readonly logger = new Logger('leasing');

  constructor(
    sweeps: Sweeps,
    private readonly transactions: Transactions,
    private readonly sealing: Sealing,
    private readonly checks: LoginCheckLeasesRepository,
  ) {
    sweeps.register('lost login checks', (tx) => this.checks.endLost(tx));
  }

  /** Leases at most one check of each site, with its login's password. */
  async lease(tx: Tx, workerId: number, filter: CheckFilter): Promise<LoginCheckLease[]> {
    if (filter.count === 0) return [];
    const leases: LoginCheckLease[] = [];
    for (const siteId of await this.checks.findDueSites(tx, filter)) {
      const check = await this.checks.leaseOne(tx, workerId, siteId, filter.excludedRealmIds);
      const lease = check && (await this.build(tx, check));
      if (lease) leases.push(lease);
    }
    return leases;
  }

  /**
   * Records the result of a check. A repeated call changes nothing. A result about a password that has been changed since is
   * dropped, and the check is made again.
   *
   * @throws 409 when the lease has ended
   */
  finish(scope: Scope, worker: WorkerIdentity, leaseId: string, body: CheckedDto): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      if (await this.checks.finish(tx, worker, leaseId, body)) return;
      if (!(await this.checks.isFinished(tx, worker, leaseId))) throw leaseLostError();
    });
  }

  private async build(tx: Tx, check: LeasedCheck): Promise<LoginCheckLease | null> {
    const { id, realm_id, lease_id, site, login } = check;
    const password = this.openPassword(check);
    if (password === undefined) {
      await this.checks.endUnreadable(tx, id);
      return null;
    }
    await audit(tx, {
      action: 'login.open',
      entity: 'login',
      entity_id: login.id,
      realm_id,
      after: { login_check_id: id, fields: ['password'] },
    });
    return {
      lease_id,
      mode: 'check',
      login: { ...login, password, card: null },
      site,
      expires_at: check.expires_at.toISOString(),
    };
  }

  /** Undefined: the secrets can't be decrypted. */
  private openPassword({ realm_id, login, secrets }: LeasedCheck): string | null | undefined {
    try {
      return this.sealing.open({ table: 'logins', row: login.id, realm: realm_id }, secrets).password ?? null;
    } catch (error) {
      this.logger.error(`The secrets of login ${login.id} can't be opened`, error);
      return undefined;
    }
  }
}

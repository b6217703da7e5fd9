import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/account';
import { Passwords } from '../../platform/auth/passwords';
import { Transactions } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import { AccountsRepository } from './accounts.repository';
import { auditFailure } from './audit-failure';
import type { Client } from './client';
import { GuessLimiter } from './throttling/guess-limiter';

/** Checks the password of a signed-in user, for what a stranger at their unlocked screen must not do. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly transactions: Transactions,
    private readonly passwords: Passwords,
    private readonly limiter: GuessLimiter,
    private readonly accounts: AccountsRepository,
  ) {}

  /** 400 naming `field` when it is wrong, since clients refresh after a 401; 429 as at sign-in. */
  async check(client: Client, account: Account, password: string, field = 'current_password'): Promise<void> {
    const { userId, realmId: realm_id, sessionId } = account;
    const { user, reservation } = await this.limiter.reservePassword(client, async (tx) => ({
      user: await this.accounts.findById(tx, userId),
      guessed: { userId },
      device: sessionId,
    }));
    const { isRight, newHash } = await this.passwords.check(
      password,
      user?.password_hash ?? null,
      `user:${userId}`,
    );
    await this.transactions.run(client.scope, async (tx) => {
      if (!isRight) return auditFailure(tx, { id: userId, realm_id }, 'password');
      if (user && newHash) await this.accounts.rehash(tx, user, newHash);
      return this.limiter.refund(tx, reservation);
    });
    if (isRight) return;
    throw invalid([{ field, message: `${field} is wrong`, code: 'WRONG_PASSWORD' }]);
  }
}

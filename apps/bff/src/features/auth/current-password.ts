import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/account';
import { Passwords } from '../../platform/auth/passwords';
import { Transactions } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/problem';
import { Attempts } from './attempts';
import type { Client } from './client';
import { userById } from './users.queries';

/** Asks whoever is signed in for their password, before what somebody at an unlocked screen must not do. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly transactions: Transactions,
    private readonly passwords: Passwords,
    private readonly attempts: Attempts,
  ) {}

  /** 400 naming `field` when it is wrong (a 401 would ask for a refresh), 429 as at sign-in. */
  async check(client: Client, account: Account, password: string, field = 'current_password'): Promise<void> {
    const user = await this.transactions.run(client.scope, async (tx) => {
      await this.attempts.check(tx, account.email, client);
      return userById(tx, account.userId);
    });
    if (await this.passwords.matches(password, user?.password_hash ?? null)) return;
    await this.attempts.failed(account.email, client);
    throw invalid([{ field, message: `${field} is wrong` }]);
  }
}

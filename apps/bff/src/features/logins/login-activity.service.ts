import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import type { Scope } from '../../platform/realm-scope/scope';
import type { ClientDetailsDto, ClientHistoryDto } from './logins.dto';
import { loginActivity, readLogin } from './logins.queries';

const HISTORY_ROWS = 200;

/** What workers reported of a login at its site. */
@Injectable()
export class LoginActivityService {
  constructor(private readonly transactions: Transactions) {}

  history(scope: Scope, id: number): Promise<ClientHistoryDto> {
    return this.transactions.read(scope, async (tx) => {
      await readLogin(tx, id);
      return { success: true, data: await loginActivity(tx, id, 'history', HISTORY_ROWS), error: null };
    });
  }

  details(scope: Scope, id: number): Promise<ClientDetailsDto> {
    return this.transactions.read(scope, async (tx) => {
      await readLogin(tx, id);
      const [latest] = await loginActivity(tx, id, 'details', 1);
      return { success: true, data: latest ?? null, error: null };
    });
  }
}

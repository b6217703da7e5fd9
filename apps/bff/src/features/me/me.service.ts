import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { endSessions, liveSessions, refreshAccount } from '../../platform/auth/sessions';
import { Transactions } from '../../platform/database/transactions';
import { FieldErrors } from '../../platform/errors/field-errors';
import { invalid, notFound } from '../../platform/errors/api-error';
import { addCardNumbers } from '../../platform/http/card-numbers';
import { findUnstorable } from '../../platform/http/json-text';
import { checkIfMatch } from '../../platform/http/versions';
import { personal, type Scope } from '../../platform/realm-scope/scope';
import { type MeDto, toMe, userById, type AccountRow } from '../auth';
import { quietHoursErrors } from '../notifications';
import type { OwnSessionDto, ProfileDto } from './me.dto';

export type Preferences = Record<string, unknown>;

const PREFERENCES_BYTES = 64 * 1024;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What is a user's own, by their id: a user without a realm has it too, so it is read as the system. */
@Injectable()
export class MeService {
  constructor(private readonly transactions: Transactions) {}

  async profile(scope: Scope, account: Account): Promise<AccountRow> {
    const row = await this.transactions.read(personal(scope), (tx) => userById(tx, account.userId));
    if (!row) throw notFound('User');
    return row;
  }

  /** Changes the fields sent; 412 when `ifMatch` is stale. */
  change(
    scope: Scope,
    account: Account,
    change: ProfileDto,
    ifMatch: string | undefined,
  ): Promise<AccountRow> {
    return this.transactions.run(personal(scope), async (tx) => {
      await tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [account.userId]);
      const row = await userById(tx, account.userId);
      if (!row) throw notFound('User');
      checkIfMatch(ifMatch, row, toMe(row) satisfies MeDto);
      if (change.name === undefined) return row;
      await tx.execute('UPDATE users SET name = $2 WHERE id = $1', [account.userId, change.name]);
      await refreshAccount(tx, account.userId);
      return (await userById(tx, account.userId)) ?? row;
    });
  }

  sessions(scope: Scope, account: Account): Promise<OwnSessionDto[]> {
    return this.transactions.read(personal(scope), (tx) => liveSessions(tx, account.userId));
  }

  /** Ends one of the caller's sessions; 404 when it isn't theirs or has ended. */
  async endSession(scope: Scope, account: Account, id: string): Promise<void> {
    if (!uuid.test(id)) throw notFound('Session');
    await this.transactions.run(personal(scope), async (tx) => {
      const ended = await endSessions(tx, { userId: account.userId, only: id }, 'ended by its user');
      if (ended === 0) throw notFound('Session');
      await audit(tx, {
        action: 'session.end',
        entity: 'user',
        entity_id: account.userId,
        realm_id: account.realmId,
        after: { session_id: id },
      });
    });
  }

  async preferences(scope: Scope, account: Account): Promise<Preferences> {
    const [row] = await this.transactions.read(personal(scope), (tx) =>
      tx.query<{ data: Preferences }>('SELECT data FROM preferences WHERE user_id = $1', [account.userId]),
    );
    return row?.data ?? {};
  }

  /** Sets the names sent, null takes one away, the others stay. */
  async setPreferences(scope: Scope, account: Account, change: unknown): Promise<Preferences> {
    if (typeof change !== 'object' || change === null || Array.isArray(change)) {
      throw invalid([{ field: 'body', message: 'The body must be a JSON object', code: 'NOT_OBJECT' }]);
    }
    if (JSON.stringify(change).length > PREFERENCES_BYTES) throw tooLarge();
    const field = findUnstorable(change, '');
    if (field !== null) {
      throw invalid([
        {
          field: field || 'body',
          message: 'It must hold well-formed Unicode without NUL',
          code: 'UNSTORABLE_TEXT',
        },
      ]);
    }
    const errors = new FieldErrors();
    addCardNumbers(change, errors);
    errors.throwIfAny();
    return this.transactions.run(personal(scope), async (tx) => {
      const { quiet_hours = null } = change as Preferences;
      const wrong = await quietHoursErrors(tx, quiet_hours);
      if (wrong.length > 0) throw invalid(wrong);
      const [row] = await tx.query<{ data: Preferences; bytes: number }>(
        `INSERT INTO preferences AS p (user_id, data) VALUES ($1, jsonb_strip_nulls($2::jsonb))
         ON CONFLICT (user_id) DO UPDATE SET updated_at = now(),
           data = (p.data || $2::jsonb) - ARRAY(SELECT key FROM jsonb_each($2::jsonb) WHERE value = 'null'::jsonb)
         RETURNING data, octet_length(data::text) AS bytes`,
        [account.userId, JSON.stringify(change)],
      );
      if (!row || row.bytes > PREFERENCES_BYTES) throw tooLarge();
      return row.data;
    });
  }
}

const tooLarge = () =>
  invalid([
    {
      field: 'body',
      message: `Preferences may take ${PREFERENCES_BYTES} bytes in all`,
      code: 'TOO_LONG',
      params: { max: PREFERENCES_BYTES },
    },
  ]);

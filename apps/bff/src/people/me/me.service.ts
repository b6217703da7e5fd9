import { Injectable } from '@nestjs/common';
import { alertErrors, digestErrors, mailChoiceErrors, quietHoursErrors } from '../../messages';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import { Transactions } from '../../platform/database/transactions';
import { invalid, notFound } from '../../platform/errors/api-error';
import { FieldErrors } from '../../platform/errors/field-errors';
import { addCardNumbers } from '../../platform/http/card-numbers';
import { isRecord } from '../../platform/http/parse-input';
import { findUnstorable } from '../../platform/http/text';
import { checkIfMatch } from '../../platform/http/versions';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import { type AccountRow, AccountsRepository } from '../auth/accounts.repository';
import { type MeDto, toMe } from '../auth/auth.dto';
import type { OwnSessionDto, ProfileDto } from './me.dto';
import { type PreferencesData, PreferencesRepository } from './preferences.repository';

const PREFERENCES_BYTES = 64 * 1024;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The caller's own profile, sessions and preferences, which users without a realm have too. */
@Injectable()
export class MeService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsRepository,
    private readonly ownSessions: SessionsRepository,
    private readonly ownPreferences: PreferencesRepository,
  ) {}

  async profile(scope: Scope, account: Account): Promise<AccountRow> {
    const row = await this.transactions.read(personalScope(scope), (tx) =>
      this.accounts.findById(tx, account.userId),
    );
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
    return this.transactions.run(personalScope(scope), async (tx) => {
      const row = await this.accounts.lock(tx, account.userId);
      if (!row) throw notFound('User');
      checkIfMatch(ifMatch, row, toMe(row) satisfies MeDto);
      if (change.name === undefined) return row;
      await this.accounts.setName(tx, account.userId, change.name);
      await this.ownSessions.publishAccountChange(tx, account.userId);
      await audit(tx, {
        action: 'user.update',
        entity: 'user',
        entity_id: account.userId,
        realm_id: account.realmId,
        before: { name: row.name },
        after: { name: change.name },
      });
      return (await this.accounts.findById(tx, account.userId)) ?? row;
    });
  }

  sessions(scope: Scope, account: Account): Promise<OwnSessionDto[]> {
    return this.transactions.readList(personalScope(scope), (tx) =>
      this.ownSessions.listLive(tx, account.userId),
    );
  }

  /** Ends one of the caller's sessions; 404 when it isn't theirs or has ended. */
  async endSession(scope: Scope, account: Account, id: string): Promise<void> {
    if (!uuid.test(id)) throw notFound('Session');
    await this.transactions.run(personalScope(scope), async (tx) => {
      const ended = await this.ownSessions.end(tx, { userId: account.userId, only: id }, 'ended by its user');
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

  preferences(scope: Scope, account: Account): Promise<PreferencesData> {
    return this.transactions.read(personalScope(scope), (tx) => this.ownPreferences.read(tx, account.userId));
  }

  /** Sets the preferences that are sent, and removes those sent as null. */
  async setPreferences(scope: Scope, account: Account, change: unknown): Promise<PreferencesData> {
    if (!isRecord(change)) {
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
    return this.transactions.run(personalScope(scope), async (tx) => {
      const wrong = [
        ...(await quietHoursErrors(tx, change.quiet_hours ?? null)),
        ...digestErrors(change.digest_seconds ?? null),
        ...alertErrors(change.alerts ?? null),
        ...mailChoiceErrors(change.mail ?? null),
      ];
      if (wrong.length > 0) throw invalid(wrong);
      const { data, bytes } = await this.ownPreferences.merge(tx, account.userId, change);
      if (bytes > PREFERENCES_BYTES) throw tooLarge();
      return data;
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

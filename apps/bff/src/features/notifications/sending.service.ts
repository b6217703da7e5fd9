import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { Transactions } from '../../platform/database/transactions';
import { invalid, notFound, ApiError } from '../../platform/errors/api-error';
import { existingRealm } from '../../platform/realm-scope/realm-for-new';
import { personal, type Scope } from '../../platform/realm-scope/scope';
import { Notices, type Notice, type Told } from './notices';
import type { SendInput } from './notifications.dto';
import type { FieldError, FieldErrorCode } from '../../platform/errors/field-error-codes';

/** Messages that people send: a test to themselves, owners to their realm, administrators to all. */
@Injectable()
export class SendingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly notices: Notices,
  ) {}

  send(scope: Scope, account: Account, input: SendInput): Promise<Told> {
    const to = input.to ?? 'self';
    checkFields(to, input);
    return to === 'self' ? this.test(scope, account, input) : this.tell(scope, account, to, input);
  }

  /** Reaches the caller's own devices, whatever they chose. */
  private test(scope: Scope, account: Account, input: SendInput): Promise<Told> {
    return this.transactions.run(personal(scope), async (tx) => {
      if (input.subscription_id !== undefined) {
        const found = await tx.execute('SELECT FROM push_subscriptions WHERE id = $1 AND user_id = $2', [
          input.subscription_id,
          account.userId,
        ]);
        if (found === 0) throw notFound('Subscription');
      }
      const notice: Notice = {
        topic: input.topic ?? 'test',
        realm_id: null,
        user_id: account.userId,
        ...testWords(input),
        path: input.path ?? '/notifications',
        on: input.subscription_id ?? 'all',
      };
      return input.preview ? this.notices.count(tx, notice) : this.notices.raise(tx, notice);
    });
  }

  private tell(scope: Scope, account: Account, to: 'realm' | 'all', input: SendInput): Promise<Told> {
    if (account.role === 'realm_user')
      throw new ApiError('FORBIDDEN', 'You can send a test to yourself alone');
    if (to === 'all' && account.role !== 'admin') {
      throw new ApiError('FORBIDDEN', 'Administrators alone send to everybody');
    }
    if (input.topic === 'security' && account.role !== 'admin') {
      throw new ApiError('FORBIDDEN', 'Administrators alone send messages about security');
    }
    return this.transactions.run(scope, async (tx) => {
      const realm_id = to === 'realm' ? (await existingRealm(tx, input.realm_id)).id : null;
      const { topic = 'security', title = '', body = '', path = null } = input;
      const notice: Notice = { topic, realm_id, title, body, path };
      if (input.preview) return this.notices.count(tx, notice);
      const told = await this.notices.raise(tx, notice);
      const after = { topic, title, body, path, ...told };
      await audit(tx, {
        action: 'notification.send',
        entity: 'notification',
        entity_id: null,
        realm_id,
        after,
      });
      return told;
    });
  }
}

/** What a test says: the person's own words, else the product's. */
function testWords({ title, body }: SendInput): Pick<Notice, 'kind' | 'title' | 'body' | 'params'> {
  if (title) return { title, body: body ?? '' };
  const words = { kind: 'test', title: 'Tessera reaches this device' } as const;
  return body === undefined
    ? { ...words, body: 'A test: notifications arrive here.', params: {} }
    : { ...words, body };
}

/** What each audience needs and what makes no sense with it. */
function checkFields(to: 'self' | 'realm' | 'all', input: SendInput): void {
  const wrong: FieldError[] = [];
  const refuse = (field: string, message: string, code: FieldErrorCode = 'INVALID') =>
    wrong.push({ field, message: `${field} ${message}`, code });
  if (to !== 'self') {
    if (!input.topic) refuse('topic', 'is required', 'REQUIRED');
    if (!input.title && !input.preview) refuse('title', 'is required', 'REQUIRED');
    if (input.subscription_id !== undefined) refuse('subscription_id', 'is for a test alone');
  }
  if (to !== 'realm' && input.realm_id != null) refuse('realm_id', 'goes with to: realm');
  if (wrong.length > 0) throw invalid(wrong);
}

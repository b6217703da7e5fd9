import { Injectable } from '@nestjs/common';
import { maySendTo, maySendTopic } from '@tessera/domain';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { Transactions } from '../../platform/database/transactions';
import { ApiError, invalid } from '../../platform/errors/api-error';
import type { FieldError, FieldErrorCode } from '../../platform/errors/field-error-codes';
import { existingRealm } from '../../platform/realm-scope/realm-for-new';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import type { NotificationDraft } from './notification-draft';
import { type DeliveryCount, NotificationPublisher } from './notification-publisher';
import type { SendInput } from './notifications.dto';
import { PushSubscriptionsRepository } from './push-subscriptions.repository';

/** Sends what people write: a test to themselves; owners also write to their realm, administrators to everybody. */
@Injectable()
export class SendingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly notifications: NotificationPublisher,
    private readonly subscriptions: PushSubscriptionsRepository,
  ) {}

  send(scope: Scope, account: Account, input: SendInput): Promise<DeliveryCount> {
    const to = input.to ?? 'self';
    checkFields(to, input);
    return to === 'self' ? this.sendTest(scope, account, input) : this.broadcast(scope, account, to, input);
  }

  /** Sends a test to the caller's own devices, whatever topics they chose. */
  private sendTest(scope: Scope, account: Account, input: SendInput): Promise<DeliveryCount> {
    return this.transactions.run(personalScope(scope), async (tx) => {
      if (input.subscription_id !== undefined)
        await this.subscriptions.read(tx, account.userId, input.subscription_id);
      const draft: NotificationDraft = {
        topic: input.topic ?? 'test',
        realm_id: null,
        user_id: account.userId,
        ...testText(input),
        path: input.path ?? '/notifications',
        devices: input.subscription_id ?? 'all',
      };
      return input.preview
        ? this.notifications.countRecipients(tx, draft)
        : this.notifications.publish(tx, draft);
    });
  }

  private broadcast(
    scope: Scope,
    account: Account,
    to: 'realm' | 'all',
    input: SendInput,
  ): Promise<DeliveryCount> {
    if (!maySendTo(account.role, 'realm'))
      throw new ApiError('FORBIDDEN', 'You can only send a test to yourself');
    if (!maySendTo(account.role, to)) {
      throw new ApiError('FORBIDDEN', 'Only administrators can send to everybody');
    }
    if (!maySendTopic(account.role, input.topic)) {
      throw new ApiError('FORBIDDEN', 'Only administrators can send messages about security');
    }
    return this.transactions.run(scope, async (tx) => {
      const realm_id = to === 'realm' ? (await existingRealm(tx, input.realm_id)).id : null;
      const { topic = 'security', title = '', body = '', path = null } = input;
      const draft: NotificationDraft = { topic, realm_id, title, body, path };
      if (input.preview) return this.notifications.countRecipients(tx, draft);
      const delivered = await this.notifications.publish(tx, draft);
      const after = { topic, title, body, path, ...delivered };
      await audit(tx, {
        action: 'notification.send',
        entity: 'notification',
        entity_id: null,
        realm_id,
        after,
      });
      return delivered;
    });
  }
}

/** The text of a test: that of the sender, or the default. */
function testText({ title, body }: SendInput) {
  if (title) return { title, body: body ?? '' };
  return { kind: 'test', ...(body === undefined ? { params: {} } : { body }) } as const;
}

/** Rejects fields that are missing for the audience or don't apply to it. */
function checkFields(to: 'self' | 'realm' | 'all', input: SendInput): void {
  const wrong: FieldError[] = [];
  const reject = (field: string, message: string, code: FieldErrorCode = 'INVALID') =>
    wrong.push({ field, message: `${field} ${message}`, code });
  if (to !== 'self') {
    if (!input.topic) reject('topic', 'is required', 'REQUIRED');
    if (!input.title && !input.preview) reject('title', 'is required', 'REQUIRED');
    if (input.subscription_id !== undefined) reject('subscription_id', 'requires to: self');
  }
  if (to !== 'realm' && input.realm_id != null) reject('realm_id', 'requires to: realm');
  if (wrong.length > 0) throw invalid(wrong);
}

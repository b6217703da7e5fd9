import { Injectable } from '@nestjs/common';
import { NotificationPublisher, securityNotification } from '../../messages';
import { AccessLoss } from '../../platform/access/access-loss';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { randomToken, tokenHash } from '../../platform/auth/tokens';
import { Transactions } from '../../platform/database/transactions';
import { invalid, notFound } from '../../platform/errors/api-error';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import {
  type CalendarSettingsDto,
  type FeedInput,
  MAX_REMINDER_MINUTES,
  type NewFeedDto,
  type RemindersDto,
} from './calendar.dto';
import { CalendarSettingsRepository } from './calendar-settings.repository';

/** Where feeds are read: the token and `.ics` follow. */
const FEED_PATH = '/api/calendar/feed/';

/** The caller's own choices about their calendar. */
@Injectable()
export class CalendarSettings {
  constructor(
    accessLoss: AccessLoss,
    private readonly transactions: Transactions,
    private readonly settings: CalendarSettingsRepository,
    private readonly notifications: NotificationPublisher,
  ) {
    accessLoss.onAccount(async (tx, { id, lostRole, deleted }) => {
      if (lostRole && !deleted) await this.settings.removeFeed(tx, id);
      return {};
    });
  }

  read(scope: Scope, { userId }: Account): Promise<CalendarSettingsDto> {
    return this.transactions.read(personalScope(scope), async (tx) => ({
      reminders: await this.settings.readReminders(tx, userId),
      feed: await this.settings.readFeed(tx, userId),
    }));
  }

  setReminders(scope: Scope, { userId }: Account, { minutes, planned }: RemindersDto): Promise<RemindersDto> {
    const max = MAX_REMINDER_MINUTES;
    if (minutes.some((each) => each > max)) {
      const message = `minutes must be at most ${max}`;
      throw invalid([{ field: 'minutes', message, code: 'TOO_LARGE', params: { max } }]);
    }
    const reminders = { minutes: minutes.toSorted((a, b) => b - a), planned };
    return this.transactions.run(personalScope(scope), async (tx) => {
      await this.settings.setReminders(tx, userId, reminders);
      return reminders;
    });
  }

  /** Creates the address of the caller's feed, or replaces it, and notifies them. Its token is in this response alone. */
  createFeed(scope: Scope, account: Account, input: FeedInput): Promise<NewFeedDto> {
    const kinds = [...new Set(input.kinds)];
    if (kinds.length === 0) {
      const message = 'kinds must have at least 1 entries';
      throw invalid([{ field: 'kinds', message, code: 'TOO_FEW', params: { min: 1 } }]);
    }
    const token = randomToken('tc_');
    return this.transactions.run(personalScope(scope), async (tx) => {
      const feed = await this.settings.setFeed(tx, account.userId, tokenHash(token), { ...input, kinds });
      await audit(tx, {
        action: 'calendar_feed.create',
        entity: 'user',
        entity_id: account.userId,
        realm_id: account.realmId,
        after: { kinds, planned: input.planned },
      });
      await this.notifications.publish(tx, {
        ...securityNotification(account.userId, 'calendar_feed_created'),
        path: '/calendar',
      });
      return { path: `${FEED_PATH}${token}.ics`, feed };
    });
  }

  /** Ends the address of the caller's feed. @throws 404 when there is none */
  revokeFeed(scope: Scope, account: Account): Promise<void> {
    return this.transactions.run(personalScope(scope), async (tx) => {
      if (!(await this.settings.removeFeed(tx, account.userId))) throw notFound('Calendar feed');
      await audit(tx, {
        action: 'calendar_feed.revoke',
        entity: 'user',
        entity_id: account.userId,
        realm_id: account.realmId,
      });
    });
  }
}

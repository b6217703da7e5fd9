import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OuterAddresses } from '../platform/http/outer-addresses';
import { Live } from '../platform/live/live';
import { Mail } from './mail/mail.entity';
import { MailRunner } from './mail/mail-runner';
import { MailSender } from './mail/mail-sender';
import { MailsController, MailSenderController } from './mail/mails.controller';
import { MailsRepository } from './mail/mails.repository';
import { MailsService } from './mail/mails.service';
import { NotificationMails } from './mail/notification-mails';
import { NotificationMailsRepository } from './mail/notification-mails.repository';
import { Outbox } from './mail/outbox';
import { UnsubscribeController } from './mail/unsubscribe.controller';
import { Unsubscriptions } from './mail/unsubscriptions';
import { UnsubscriptionsRepository } from './mail/unsubscriptions.repository';
import { AlertChecks } from './notifications/alert-checks';
import { AlertsRepository } from './notifications/alerts.repository';
import { DeliveryRunner, DeliveryService, PushMetrics } from './notifications/delivery.service';
import { Notification, NotificationAlert, PendingNotification } from './notifications/notification.entity';
import { NotificationDraftsRepository } from './notifications/notification-drafts.repository';
import { NotificationFlusher } from './notifications/notification-flusher';
import { NotificationPublisher } from './notifications/notification-publisher';
import { NotificationsController, VapidKeyController } from './notifications/notifications.controller';
import { NotificationsRepository } from './notifications/notifications.repository';
import { NotificationsService } from './notifications/notifications.service';
import { PendingNotificationsRepository } from './notifications/pending-notifications.repository';
import { PushDelivery, PushSubscription } from './notifications/push.entity';
import { PushDeliveriesRepository } from './notifications/push-deliveries.repository';
import { PushSender } from './notifications/push-sender';
import { PushServices } from './notifications/push-services';
import { PushSubscriptionsRepository } from './notifications/push-subscriptions.repository';
import { SendingService } from './notifications/sending.service';
import { SubscriptionsService } from './notifications/subscriptions.service';
import { TimedNotifications } from './notifications/timed-notifications';
import { Webhook, WebhookDelivery } from './webhooks/webhook.entity';
import { WebhookDeliveriesRepository } from './webhooks/webhook-deliveries.repository';
import { WebhookEvents } from './webhooks/webhook-events';
import { WebhookPace } from './webhooks/webhook-pace';
import { WebhookRunner } from './webhooks/webhook-runner';
import { WebhookSender } from './webhooks/webhook-sender';
import { WebhooksController } from './webhooks/webhooks.controller';
import { WebhooksRepository } from './webhooks/webhooks.repository';
import { WebhooksService } from './webhooks/webhooks.service';

/**
 * Notifications, web push, mail and webhooks. Other areas notify people and systems by `NotificationPublisher`, systems alone by
 * `WebhookEvents`, and mail links by `Outbox`.
 */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      Mail,
      Notification,
      NotificationAlert,
      PendingNotification,
      PushDelivery,
      PushSubscription,
      Webhook,
      WebhookDelivery,
    ]),
  ],
  controllers: [
    MailsController,
    MailSenderController,
    NotificationsController,
    UnsubscribeController,
    VapidKeyController,
    WebhooksController,
  ],
  providers: [
    AlertChecks,
    AlertsRepository,
    DeliveryRunner,
    DeliveryService,
    MailRunner,
    MailSender,
    MailsRepository,
    MailsService,
    NotificationDraftsRepository,
    NotificationFlusher,
    NotificationMails,
    NotificationMailsRepository,
    NotificationPublisher,
    NotificationsRepository,
    NotificationsService,
    OuterAddresses,
    Outbox,
    PendingNotificationsRepository,
    PushDeliveriesRepository,
    PushMetrics,
    PushSender,
    PushServices,
    PushSubscriptionsRepository,
    SendingService,
    SubscriptionsService,
    TimedNotifications,
    Unsubscriptions,
    UnsubscriptionsRepository,
    WebhookDeliveriesRepository,
    WebhookEvents,
    WebhookPace,
    WebhookRunner,
    WebhookSender,
    WebhooksRepository,
    WebhooksService,
  ],
  exports: [NotificationPublisher, Outbox, TimedNotifications, WebhookEvents],
})
export class MessagesModule {
  constructor(live: Live, notifications: NotificationsRepository) {
    live.projection('notifications', (tx, ids) => notifications.readLive(tx, ids), { personal: true });
  }
}

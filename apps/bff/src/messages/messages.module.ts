import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../platform/live/live';
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

/** Notifications and web push. Other areas notify people by `NotificationPublisher` alone. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      Notification,
      NotificationAlert,
      PendingNotification,
      PushDelivery,
      PushSubscription,
    ]),
  ],
  controllers: [NotificationsController, VapidKeyController],
  providers: [
    AlertChecks,
    AlertsRepository,
    DeliveryRunner,
    DeliveryService,
    NotificationDraftsRepository,
    NotificationFlusher,
    NotificationPublisher,
    NotificationsRepository,
    NotificationsService,
    PendingNotificationsRepository,
    PushDeliveriesRepository,
    PushMetrics,
    PushSender,
    PushServices,
    PushSubscriptionsRepository,
    SendingService,
    SubscriptionsService,
    TimedNotifications,
  ],
  exports: [NotificationPublisher, TimedNotifications],
})
export class MessagesModule {
  constructor(live: Live, notifications: NotificationsRepository) {
    live.projection('notifications', (tx, ids) => notifications.readLive(tx, ids), { personal: true });
  }
}

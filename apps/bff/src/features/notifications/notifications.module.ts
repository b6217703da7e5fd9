import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { AlertChecks } from './alert-checks';
import { AlertsRepository } from './alerts.repository';
import { DeliveryService } from './delivery.service';
import { DeliveryRunner } from './delivery-runner';
import { Notification } from './notification.entity';
import { NotificationAlert } from './notification-alert.entity';
import { NotificationDraftsRepository } from './notification-drafts.repository';
import { NotificationFlusher } from './notification-flusher';
import { NotificationPublisher } from './notification-publisher';
import { NotificationsController } from './notifications.controller';
import { NotificationsRepository } from './notifications.repository';
import { NotificationsService } from './notifications.service';
import { PendingNotification } from './pending-notification.entity';
import { PendingNotificationsRepository } from './pending-notifications.repository';
import { PushDeliveriesRepository } from './push-deliveries.repository';
import { PushDelivery } from './push-delivery.entity';
import { PushMetrics } from './push-metrics';
import { PushSender } from './push-sender';
import { PushServices } from './push-services';
import { PushSubscription } from './push-subscription.entity';
import { PushSubscriptionsRepository } from './push-subscriptions.repository';
import { SendingService } from './sending.service';
import { SubscriptionsService } from './subscriptions.service';
import { VapidKeyController } from './vapid-key.controller';

/** Notifications and web push. Other features notify users by `NotificationPublisher` only. */
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
    AlertsRepository,
    NotificationDraftsRepository,
    NotificationsRepository,
    PendingNotificationsRepository,
    PushDeliveriesRepository,
    PushSubscriptionsRepository,
    NotificationsService,
    SubscriptionsService,
    SendingService,
    NotificationPublisher,
    AlertChecks,
    NotificationFlusher,
    DeliveryRunner,
    DeliveryService,
    PushSender,
    PushMetrics,
    PushServices,
  ],
  exports: [AlertChecks, NotificationPublisher],
})
export class NotificationsModule {
  constructor(live: Live, notifications: NotificationsRepository) {
    live.projection('notifications', (tx, ids) => notifications.readLive(tx, ids), { personal: true });
  }
}

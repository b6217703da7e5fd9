/** What other features may use of notifications. */
export { AlertChecks } from './alert-checks';
export { alertErrors } from './alerts';
export { type NotificationDraft } from './notification-draft';
export { NotificationPublisher } from './notification-publisher';
export { type NotificationDto } from './notifications.dto';
export { NotificationsModule } from './notifications.module';
export { digestErrors } from './push-digest';
export { quietHoursErrors } from './quiet-hours';
export { type MessageKind, type Topic } from './topics';

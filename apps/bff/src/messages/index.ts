/** What other areas may use of messages. */
export { mailChoiceErrors } from './mail/mail-choice';
export { type MailContent, mailSubject, mailText } from './mail/mail-content';
export { type TakenMail } from './mail/mails.repository';
export { Outbox } from './mail/outbox';
export { MessagesModule } from './messages.module';
export { alertErrors } from './notifications/alerts';
export { type NotificationDraft } from './notifications/notification-draft';
export { digestErrors } from './notifications/notification-drafts.repository';
export { NotificationPublisher } from './notifications/notification-publisher';
export { NotificationDto } from './notifications/notifications.dto';
export { mayPaySql } from './notifications/payers';
export { quietHoursErrors } from './notifications/quiet-hours';
export { securityNotification, waitingUserNotification } from './notifications/security-notifications';
export {
  type DueNotification,
  notYetNotified,
  TimedNotifications,
} from './notifications/timed-notifications';
export { type Topic } from './notifications/topics';
export { type WebhookEvent } from './webhooks/webhook-event';
export { WebhookEvents } from './webhooks/webhook-events';

import { ConcurrentIndexes } from './concurrent-indexes';

/** Finds the line of a group, whether it is read or not. */
export class NotificationGroupIndex extends ConcurrentIndexes {
  readonly name = 'NotificationGroupIndex1763600000169';
  protected readonly indexes = {
    notifications_groups:
      'notifications (user_id, topic, group_key, id DESC) WHERE group_key IS NOT NULL AND dismissed_at IS NULL',
  };
}

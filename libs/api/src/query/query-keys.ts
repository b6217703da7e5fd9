import { getRehearsal } from '../session/rehearsal';
import { getSession } from '../session/session-store';

/** The caller's scope. Every query key begins with it, so that no cached row is shown to another user or realm. */
export function scopeKey(): string {
  const user = getSession()?.user;
  const rehearsal = getRehearsal();
  const realm = rehearsal === null ? `realm ${user?.realmId ?? 'none'}` : `rehearsal ${rehearsal}`;
  return user ? `user ${user.id} ${realm}` : 'nobody';
}

/**
 * Keys of a resource's queries: `[scope, topic, 'list', params]` and `[scope, topic, 'one', id]`. The topic is the
 * live stream's name where there is one, so that its changes find their queries.
 */
export const keysOf = (topic: string) => ({
  all: (): readonly unknown[] => [scopeKey(), topic],
  lists: (): readonly unknown[] => [scopeKey(), topic, 'list'],
  list: (params: object = {}): readonly unknown[] => [scopeKey(), topic, 'list', params],
  one: (id: number): readonly unknown[] => [scopeKey(), topic, 'one', id],
});

import type { Role } from '../permissions';

/** Whether somebody may send to an audience; everyone may test their own devices. */
export const maySendTo = (role: Role, audience: 'self' | 'realm' | 'all'): boolean =>
  audience === 'self' || role === 'admin' || (audience === 'realm' && role === 'realm_owner');

/** Whether somebody may send others messages of a topic. */
export const maySendTopic = (role: Role, topic: string | undefined): boolean =>
  role === 'admin' || topic !== 'security';

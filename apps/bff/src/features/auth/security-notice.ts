import type { Notice } from '../notifications/notices';

/** A word to one person about their account (topic `security`, contract section 10). */
export const securityNotice = (userId: number, title: string, body: string): Notice => ({
  topic: 'security',
  realm_id: null,
  user_id: userId,
  title,
  body,
  path: '/account',
});

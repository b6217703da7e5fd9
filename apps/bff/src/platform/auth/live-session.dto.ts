import { Bool, Instant, Text } from '../http/fields';

/** A live session as users see it. */
export class LiveSession {
  @Text() id: string;
  @Instant() created_at: string;
  @Instant() last_used_at: string;
  @Instant() expires_at: string;
  @Text({ nullable: true, example: 'Mozilla/5.0' }) user_agent: string | null;
  @Text({ nullable: true, example: '203.0.113.7' }) address: string | null;
  @Bool({ description: 'Whether it is the session of this request' }) current: boolean;
}

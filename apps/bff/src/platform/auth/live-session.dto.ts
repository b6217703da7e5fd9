import { Bool, Enum, Instant, Text } from '../http/fields';
import { type SessionClient, sessionClients } from './session.entity';

/** A live session as users see it. */
export class LiveSession {
  @Text() id: string;
  @Instant() created_at: string;
  @Instant() last_used_at: string;
  @Instant() expires_at: string;
  @Text({ nullable: true, example: 'Mozilla/5.0' }) user_agent: string | null;
  @Text({ nullable: true, example: '203.0.113.7' }) address: string | null;
  @Enum(sessionClients, {
    description: '`api`: its refresh token needs no cookie',
    example: 'browser',
  })
  client: SessionClient;
  @Bool({ description: 'Whether it is the session of this request' }) current: boolean;
}

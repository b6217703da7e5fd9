import { Bool, Instant, Secret, Text } from '../../platform/http/fields';

export class ProfileDto {
  @Text({ max: 200, optional: true, example: 'Robin at the desk' }) name?: string;
}

export class PasswordChangeDto {
  @Secret({ isOpaque: true, min: 1, example: 'lantern-over-quiet-water-7' }) current_password: string;
  @Secret({
    isOpaque: true,
    min: 1,
    description: '12 to 128 characters, not a common one',
    example: 'harbour-bell-at-dusk-19',
  })
  new_password: string;
}

/** Body of `POST /me/reauthenticate`. */
export class ReauthenticationDto {
  @Secret({ isOpaque: true, min: 1, max: 1000, example: 'lantern-over-quiet-water-7' }) password: string;
  @Text({
    max: 40,
    optional: true,
    description: 'Of the second factor, or a recovery code; needed where it is on',
    example: 'LIMIT_REACHED',
  })
  code?: string;
}

/** A session of the caller's that is live. */
export class OwnSessionDto {
  @Text() id: string;
  @Instant() created_at: string;
  @Instant() last_used_at: string;
  @Instant() expires_at: string;
  @Text({ nullable: true, example: 'Mozilla/5.0' }) user_agent: string | null;
  @Text({ nullable: true, example: '203.0.113.7' }) address: string | null;
  @Bool({ description: 'The one that asks' }) current: boolean;
}

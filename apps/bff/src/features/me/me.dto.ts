import { Bool, Instant, Secret, Text } from '../../platform/http/fields';

export class ProfileDto {
  @Text({ max: 200, optional: true }) name?: string;
}

export class PasswordChangeDto {
  @Secret({ isOpaque: true, min: 1 }) current_password: string;
  @Secret({ isOpaque: true, min: 1, description: '12 to 128 characters, not a common one' })
  new_password: string;
}

/** Body of `POST /me/reauthenticate`. */
export class ReauthenticationDto {
  @Secret({ isOpaque: true, min: 1, max: 1000 }) password: string;
  @Text({
    max: 40,
    optional: true,
    description: 'Of the second factor, or a recovery code; needed where it is on',
  })
  code?: string;
}

/** A session of the caller's that is live. */
export class OwnSessionDto {
  @Text() id: string;
  @Instant() created_at: string;
  @Instant() last_used_at: string;
  @Instant() expires_at: string;
  @Text({ nullable: true }) user_agent: string | null;
  @Text({ nullable: true }) address: string | null;
  @Bool({ description: 'The one that asks' }) current: boolean;
}

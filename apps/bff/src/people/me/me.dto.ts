import { LiveSession } from '../../platform/auth/live-session.dto';
import { Json, Secret, Text } from '../../platform/http/fields';
import { PasskeyAssertion } from '../passkeys/passkeys.dto';

/** Body of `PATCH /me`. */
export class ProfileDto {
  @Text({ max: 200, optional: true, example: 'Robin at the desk' }) name?: string;
}

/** Body of `POST /me/password`. */
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

/** Body of `POST /me/reauthenticate`: a passkey alone, or a password with a code where there is a second factor. */
export class ReauthenticationDto {
  @Secret({ isOpaque: true, min: 1, max: 1000, optional: true, example: 'lantern-over-quiet-water-7' })
  password?: string;
  @Text({
    max: 40,
    optional: true,
    description: 'Code of the app or a recovery code',
    example: '492039',
  })
  code?: string;
  @Json({
    type: PasskeyAssertion,
    optional: true,
    description: 'What a passkey signed for `POST /me/reauthenticate/options`',
  })
  passkey?: PasskeyAssertion;
}

export class OwnSessionDto extends LiveSession {}

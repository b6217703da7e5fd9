import { LiveSession } from '../../platform/auth/live-session.dto';
import { Secret, Text } from '../../platform/http/fields';

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

/** Body of `POST /me/reauthenticate`. */
export class ReauthenticationDto {
  @Secret({ isOpaque: true, min: 1, max: 1000, example: 'lantern-over-quiet-water-7' }) password: string;
  @Text({
    max: 40,
    optional: true,
    description: 'Code of the second factor or a recovery code; required when the second factor is on',
    example: '492039',
  })
  code?: string;
}

export class OwnSessionDto extends LiveSession {}

import { Bool, Instant, Secret, Text } from '../../../platform/http/fields';

/** Body of `POST /auth/forgot-password`. */
export class ForgotPasswordDto {
  @Text({ max: 320, example: 'owner@quayside.example' }) email: string;
}

/** What happens now, for every address alike. */
export class ForgottenPasswordDto {
  @Bool({ description: 'A link is sent by mail; else an owner or administrator can create one' })
  mailed: boolean;
}

/** Body of `POST /auth/reset-password`. */
export class ResetPasswordDto {
  @Text({ isOpaque: true, max: 200, example: 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiI3In0.c2lnbmF0dXJl' })
  token: string;
  @Secret({
    isOpaque: true,
    min: 1,
    max: 1000,
    description: '12 to 128 characters, not a common one',
    example: 'lantern-over-quiet-water-7',
  })
  password: string;
}

/** The token of a link for a new password. */
export class ResetLinkDto {
  @Text({
    description: 'For POST /auth/reset-password, valid once; never shown again',
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiI3In0.c2lnbmF0dXJl',
  })
  token: string;
  @Instant({ description: 'An hour after its creation' }) expires_at: Date;
}

import { Bool, Instant, Int, Secret, Text, Texts } from '../../../platform/http/fields';

/** Whether a code is asked for at sign-in. */
export class SecondFactorDto {
  @Bool() enabled: boolean;
  @Instant({ nullable: true, description: 'Since when' }) confirmed_at: Date | null;
  @Int({ description: 'Recovery codes that are left' }) recovery_codes_left: number;
}

/** Body of `POST /me/second-factor`. */
export class SecondFactorStart {
  @Secret({ isOpaque: true, min: 1, example: 'lantern-over-quiet-water-7' }) current_password: string;
}

/** A new secret for an authenticator app; shown this once. */
export class SecondFactorSecretDto {
  @Text({ description: 'Base32, to be typed in', example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
  secret: string;
  @Text({ description: 'The same as a link, for an app on this device or a QR code' }) otpauth_url: string;
}

/** Body of `POST /me/second-factor/confirm`. */
export class SecondFactorConfirm {
  @Text({ max: 40, description: 'Of the app, for the secret that was shown', example: '492039' })
  code: string;
}

/** Codes for when the app is not at hand, each good once; shown this once. */
export class RecoveryCodesDto {
  @Texts() recovery_codes: string[];
}

/** Body of `POST /me/second-factor/remove`. */
export class SecondFactorRemove {
  @Secret({ isOpaque: true, min: 1, example: 'lantern-over-quiet-water-7' }) current_password: string;
  @Text({ max: 40, description: 'Of the app, or a recovery code', example: '492039' }) code: string;
}

import { Bool, Instant, Int, Json, Secret, Text, Texts } from '../../../platform/http/fields';
import { PasskeyOfferDto } from '../../passkeys/passkeys.dto';

/** The caller's second factors beside their passkeys. */
export class SecondFactorDto {
  @Bool({ description: 'Whether an app gives codes' }) enabled: boolean;
  @Instant({ nullable: true, description: 'When it was turned on' }) confirmed_at: Date | null;
  @Int({ description: 'Number of unused recovery codes' }) recovery_codes_left: number;
  @Instant({
    nullable: true,
    description: 'From when on the caller must have a second factor; null: they need none',
  })
  required_from: Date | null;
  @Json({ type: PasskeyOfferDto }) passkeys: PasskeyOfferDto;
}

/** Body of `POST /me/second-factor`. */
export class SecondFactorStart {
  @Secret({ isOpaque: true, min: 1, example: 'lantern-over-quiet-water-7' }) current_password: string;
}

/** A new secret for an authenticator app, shown only once. */
export class SecondFactorSecretDto {
  @Text({
    description: 'Base32, to type into an authenticator app',
    example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  })
  secret: string;
  @Text({ description: 'The secret as a link, for an app on this device or a QR code' }) otpauth_url: string;
}

/** Body of `POST /me/second-factor/confirm`. */
export class SecondFactorConfirm {
  @Text({ max: 40, description: 'Code of the app for the new secret', example: '492039' })
  code: string;
}

/** Codes that replace the app, each valid once; shown only once. */
export class RecoveryCodesDto {
  @Texts() recovery_codes: string[];
}

/** Body of `POST /me/second-factor/remove`. */
export class SecondFactorRemove {
  @Secret({ isOpaque: true, min: 1, example: 'lantern-over-quiet-water-7' }) current_password: string;
  @Text({ max: 40, description: 'Code of the app or a recovery code', example: '492039' }) code: string;
}

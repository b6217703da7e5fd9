import { type PasskeyObstacle, passkeyObstacles } from '../../platform/config/passkey-settings';
import { Bool, Enum, Id, Instant, Json, Text, Texts } from '../../platform/http/fields';

/** Where passkeys can be used; without a domain nowhere, and `obstacle` says why. */
export class PasskeyOfferDto {
  @Text({ nullable: true, description: 'Passkeys are valid for this domain', example: 'console.example.com' })
  domain: string | null;
  @Text({
    nullable: true,
    description: 'Only pages of this origin use them; null: any port of `localhost`',
    example: 'https://console.example.com',
  })
  origin: string | null;
  @Enum(passkeyObstacles, { nullable: true, description: 'Why none are offered' })
  obstacle: PasskeyObstacle | null;
}

/** One of the caller's passkeys. */
export class PasskeyDto {
  @Id() id: number;
  @Text({ max: 100, example: 'Phone' }) name: string;
  @Bool({ description: 'Whether it is on several devices' }) backed_up: boolean;
  @Bool({ description: 'False: it belongs to an earlier domain of the installation' }) usable: boolean;
  @Instant() created_at: Date;
  @Instant({ nullable: true }) last_used_at: Date | null;
}

/** What a page asks the browser for, as Web Authentication names it. */
export class PasskeyOptionsDto {
  @Json({
    description:
      'PublicKeyCredentialCreationOptionsJSON for `navigator.credentials.create`, PublicKeyCredentialRequestOptionsJSON for `get`. Valid for 5 minutes, once',
    example: { challenge: 'c29tZSBieXRl', rpId: 'console.example.com', userVerification: 'required' },
  })
  options: object;
}

/** What a sign-in asks the browser for; null options: no passkeys are offered. */
export class PasskeySignInOptionsDto extends PasskeyOfferDto {
  @Json({
    nullable: true,
    description: 'PublicKeyCredentialRequestOptionsJSON for `navigator.credentials.get`',
    example: { challenge: 'c29tZSBieXRl', rpId: 'console.example.com', userVerification: 'required' },
  })
  options: object | null;
}

const Encoded = (max: number, optional = false) =>
  Text({ isOpaque: true, max, optional, description: 'Base64url', example: 'c29tZSBieXRl' });

/** What a passkey signed: parts of a PublicKeyCredential with an AuthenticatorAssertionResponse. */
export class PasskeyAssertion {
  @Encoded(1400) id: string;
  @Encoded(8000) client_data: string;
  @Encoded(8000) authenticator_data: string;
  @Encoded(8000) signature: string;
  @Encoded(200, true) user_handle?: string;
}

/** A new passkey: parts of a PublicKeyCredential with an AuthenticatorAttestationResponse. */
export class PasskeyAttestation {
  @Encoded(1400) id: string;
  @Encoded(8000) client_data: string;
  @Encoded(40_000) attestation: string;
  @Texts({ max: 10, length: 50, optional: true, example: ['internal'] }) transports?: string[];
}

/** Body of `POST /me/passkeys`. */
export class PasskeyInput {
  @Text({ max: 100, example: 'Phone' }) name: string;
  @Json({ type: PasskeyAttestation }) attestation: PasskeyAttestation;
}

/** A new passkey. */
export class AddedPasskeyDto extends PasskeyDto {
  @Texts({
    nullable: true,
    description: 'With the first second factor: ten codes, each valid once; shown only in this response',
  })
  recovery_codes: string[] | null;
}

/** Body of `PUT /me/passkeys/{id}`. */
export class PasskeyChange {
  @Text({ min: 1, max: 100, optional: true, example: 'Phone' }) name?: string;
}

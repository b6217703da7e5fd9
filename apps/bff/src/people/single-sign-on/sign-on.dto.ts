import { Bool, Enum, Id, Instant, Json, Secret, Text } from '../../platform/http/fields';
import { PasskeyAssertion } from '../passkeys/passkeys.dto';

/** Query of `GET /auth/providers`. */
export class OfferQuery {
  @Text({
    max: 320,
    optional: true,
    description: 'An address, or its part from the @ on, which is all that counts',
    example: '@quayside.example',
  })
  email?: string;
}

/** A provider that people may sign in through. */
export class OfferedProviderDto {
  @Id() id: number;
  @Text({ description: 'For the button: Continue with …', example: 'Quayside' }) name: string;
}

/** Query of `GET /auth/sso/{provider}/start`. */
export class StartQuery {
  @Text({ max: 2000, optional: true, description: 'The page to open afterwards', example: '/jobs' })
  to?: string;
}

/** Body of `POST /auth/sso/session`. The code is in the body, since addresses are logged. */
export class CodeDto {
  @Text({ isOpaque: true, max: 200, example: 'ts_7Qm2mZk0v1bq9c3xYw8sEo' }) code: string;
}

/** Body of `POST /auth/sso/link`. */
export class LinkDto extends CodeDto {
  @Secret({
    isOpaque: true,
    min: 1,
    max: 1000,
    description: 'Of the account with the address that the provider names',
    example: 'lantern-over-quiet-water-7',
  })
  password: string;
  @Text({
    max: 40,
    optional: true,
    description: 'Code of the second factor or a recovery code; required after 401 SECOND_FACTOR_REQUIRED',
    example: '492039',
  })
  second_factor?: string;
  @Json({
    type: PasskeyAssertion,
    optional: true,
    description:
      'In place of a code: what a passkey signed for `context.passkey` of that 401, PublicKeyCredentialRequestOptionsJSON',
  })
  passkey?: PasskeyAssertion;
}

/** Body of `POST /me/single-sign-on/{provider}`. */
export class ProviderVisitDto {
  @Enum(['link', 'reauthenticate'], { example: 'link' }) purpose: 'link' | 'reauthenticate';
  @Text({ max: 2000, optional: true, description: 'The page to open afterwards', example: '/account' })
  to?: string;
}

/** Where the browser goes. */
export class ProviderAddressDto {
  @Text({ max: 8000, example: 'https://login.quayside.example/authorize?client_id=tessera-console' })
  url: string;
}

/** An identity at a provider that signs in as the caller. */
export class LinkedIdentityDto {
  @Id() id: number;
  @Id() provider_id: number;
  @Text({ example: 'Quayside' }) provider_name: string;
  @Text({ description: 'What the provider knows the person by', example: 'u-17' }) subject: string;
  @Instant() linked_at: Date;
  @Instant({ nullable: true }) last_sign_in_at: Date | null;
}

/** How the caller signs in. */
export class WaysInDto {
  @Bool({ description: 'Without one, a provider proves who it is' }) has_password: boolean;
  @Json({ items: LinkedIdentityDto }) identities: LinkedIdentityDto[];
  @Json({ items: OfferedProviderDto, description: 'Providers that can be linked' })
  providers: OfferedProviderDto[];
}

/** Body of a back-channel logout. */
export class LogoutTokenDto {
  @Text({ isOpaque: true, max: 20_000, example: 'eyJhbGciOiJSUzI1NiJ9.eyJzaWQiOiI3In0.c2lnbmF0dXJl' })
  logout_token: string;
}

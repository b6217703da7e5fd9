import {
  duties,
  dutiesOf,
  type Duty,
  type Permission,
  permissionsOf,
  type Role,
  roles,
} from '@tessera/domain';
import type { Account } from '../../platform/auth/account';
import { type SessionClient, sessionClients } from '../../platform/auth/session.entity';
import { Email } from '../../platform/http/email';
import { Bool, Enum, Id, Instant, Json, Secret, Text, Texts } from '../../platform/http/fields';
import { PasskeyAssertion } from '../passkeys/passkeys.dto';
import { type RealmStatus, realmStatuses } from '../realms/realm.entity';
import type { AccountRow } from './accounts.repository';

/** Where the session is to live; of a sign-in and a registration. */
export class SignInDto {
  @Enum(sessionClients, {
    optional: true,
    description:
      'By default `browser`: a refresh needs the cookie `__Host-tessera_…` that the response sets. `api`: it needs the refresh token alone',
    example: 'api',
  })
  client?: SessionClient;
}

export class CredentialsDto extends SignInDto {
  @Text({ max: 320, example: 'owner@quayside.example' }) email: string;
  @Secret({ isOpaque: true, min: 1, max: 1000, example: 'lantern-over-quiet-water-7' }) password: string;
  @Text({
    max: 40,
    optional: true,
    description: 'Code of the second factor or a recovery code; required after 401 SECOND_FACTOR_REQUIRED',
    example: '492039',
  })
  code?: string;
  @Json({
    type: PasskeyAssertion,
    optional: true,
    description:
      'In place of a code: what a passkey signed for `context.passkey` of that 401, PublicKeyCredentialRequestOptionsJSON',
  })
  passkey?: PasskeyAssertion;
}

export class RegisterDto extends SignInDto {
  @Email({ example: 'owner@quayside.example' }) email: string;
  @Secret({
    isOpaque: true,
    min: 1,
    max: 1000,
    description: '12 to 128 characters, not a common one',
    example: 'lantern-over-quiet-water-7',
  })
  password: string;
  @Text({ max: 200, optional: true, example: 'Robin at the desk' }) name?: string;
  @Text({
    isOpaque: true,
    max: 200,
    optional: true,
    description: 'Gives the realm and role of the invitation',
  })
  invitation_token?: string;
}

/** Body of `POST /auth/invitation`. The token is in the body, since addresses are logged. */
export class InvitationTokenDto {
  @Text({ isOpaque: true, max: 200, example: 'in_4pXk2n8sVd61tQaLr9uFbw' }) invitation_token: string;
}

/** An administrator's view of the console as the signed-in user. */
export class ViewingDto {
  @Text({ description: 'Who views', example: 'admin@quayside.example' }) administrator: string;
  @Text({ example: 'Ticket 4711: the pay queue looks empty' }) reason: string;
  @Instant() until: string;
  @Bool({
    description:
      'The time is over, or the user can’t be viewed any more: every request is 403 VIEW_ENDED until the view is ended',
  })
  has_ended: boolean;
}

/** The signed-in user; in a view the viewed one. */
export class MeDto {
  @Id() id: number;
  @Text({ example: 'owner@quayside.example' }) email: string;
  @Text({ example: 'Robin at the desk' }) name: string;
  @Enum(roles, { example: 'realm_owner' }) role: Role;
  @Texts({
    values: ['read:own', 'read:all', 'write:own', 'write:all', 'admin:all'],
    example: ['read:own', 'write:own'],
  })
  permissions: Permission[];
  @Texts({
    values: duties,
    max: duties.length,
    description: 'Of owners and administrators all',
    example: ['pay'],
  })
  duties: Duty[];
  @Bool({ description: 'Whether their realm lets nobody reverse what they recorded themselves' })
  separate_reversal: boolean;
  @Id({ nullable: true, description: 'Null while the user waits for an administrator' }) realm_id:
    number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Enum(realmStatuses, { nullable: true, description: 'A suspended realm is read-only' })
  realm_status: RealmStatus | null;
  @Text({ nullable: true, description: 'IANA name; null: each browser uses its own' }) realm_time_zone:
    string | null;
  @Json({
    type: ViewingDto,
    nullable: true,
    description:
      'Set while an administrator views the console as this user, to read only; see `POST /view-as`',
  })
  viewing: ViewingDto | null;
  @Instant({
    nullable: true,
    description:
      'From when on a second factor is needed for anything but to set it up; null: none is, or there is one',
  })
  second_factor_by: string | null;
  @Instant() created_at: string;
  @Instant() updated_at: string;
}

/** A new access token and refresh token, with the user. */
export class SessionDto {
  @Text({
    description: 'Access token, valid for 10 minutes',
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiI3In0.c2lnbmF0dXJl',
  })
  token: string;
  @Text({
    description: 'Bearer for POST /auth/refresh, valid once; in browsers together with the session’s cookie',
    example: 'rt_7Qm2mZk0v1bq9c3xYw8sEo',
  })
  refreshToken: string;
  @Json({ type: MeDto }) user: MeDto;
}

/** The response of an account, in a view with who views it. */
export const toMe = (row: AccountRow, viewing: ViewingDto | null = null): MeDto => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  permissions: [...permissionsOf(row.role)],
  duties: dutiesOf(row),
  separate_reversal: row.separate_reversal,
  realm_id: row.realm_id,
  realm_name: row.realm_name,
  realm_status: row.realm_status,
  realm_time_zone: row.realm_time_zone,
  viewing,
  // Whose second factor is due is the administrator's, not the viewed person's.
  second_factor_by: viewing ? null : (row.second_factor_by?.toISOString() ?? null),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The view that an account's session is in. */
export const viewingOf = ({ viewer }: Account): ViewingDto | null =>
  viewer && {
    administrator: viewer.email,
    reason: viewer.reason,
    until: viewer.until.toISOString(),
    has_ended: viewer.hasEnded,
  };

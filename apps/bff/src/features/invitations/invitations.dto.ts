import { type Role, roles } from '@tessera/domain';
import { Enum, Id, Instant, Text } from '../../platform/http/fields';
import { Email } from '../../platform/http/email';
import { ListQuery } from '../../platform/http/list-query';

export const invitationStatuses = ['pending', 'used', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** An invitation as those who may invite see it: its token is shown once, when it is made. */
export class InvitationDto {
  @Id() id: number;
  @Id({ nullable: true, description: 'Null: an administrator without a realm' }) realm_id: number | null;
  @Text({ nullable: true }) realm_name: string | null;
  @Text({ nullable: true, description: 'Null: for whoever has the token' }) email: string | null;
  @Enum(roles) role: Role;
  @Enum(invitationStatuses) status: InvitationStatus;
  @Text({ nullable: true, description: 'E-mail of who invited' }) invited_by: string | null;
  @Id({ nullable: true, description: 'The user that it made' }) used_by: number | null;
  @Instant({ nullable: true }) used_at: Date | null;
  @Instant({ nullable: true }) revoked_at: Date | null;
  @Instant({ description: '72 hours after it was made' }) expires_at: Date;
  @Instant() created_at: Date;
}

/** Answer of `POST /invitations`. */
export class NewInvitationDto extends InvitationDto {
  @Text({ description: 'For POST /auth/register, once; never shown again' }) token: string;
}

/** What an invitation offers to whom has its token. */
export class InvitationOfferDto {
  @Text({ nullable: true, description: 'Null: an administrator without a realm' }) realm_name: string | null;
  @Enum(roles) role: Role;
  @Text({ description: 'Name of who invites, else their e-mail' }) invited_by: string;
  @Text({ nullable: true, description: 'Only this address can register with it' }) email: string | null;
  @Instant() expires_at: Date;
}

/** Body of `POST /invitations`. */
export class InvitationInput {
  @Email({ optional: true, nullable: true, description: 'Only this address can register with it' })
  email?: string | null;
  @Enum(roles, { optional: true, description: 'Not above the own; realm_user when left out' }) role?: Role;
  @Id({
    optional: true,
    nullable: true,
    description: 'Administrators must name it unless they invite one of their own',
  })
  realm_id?: number | null;
}

/** Filters of `GET /invitations`. */
export class InvitationListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the e-mail' }) q?: string;
  @Text({ optional: true }) role?: string;
  @Text({ optional: true }) status?: string;
  @Text({ optional: true }) realm_id?: string;
}

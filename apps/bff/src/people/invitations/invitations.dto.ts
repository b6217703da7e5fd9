import { duties, type Duty, type Role, roles } from '@tessera/domain';
import { Email } from '../../platform/http/email';
import { Bool, Enum, Id, Instant, Text, Texts } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { Duties } from '../duties';

export const invitationStatuses = ['pending', 'used', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** An invitation, without its token, which is shown only when it is created. */
export class InvitationDto {
  @Id() id: number;
  @Id({ nullable: true, description: 'Null for an administrator without a realm' }) realm_id: number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Text({ nullable: true, description: 'Null: valid for any e-mail', example: 'owner@quayside.example' })
  email: string | null;
  @Enum(roles, { example: 'realm_owner' }) role: Role;
  @Texts({ values: duties, max: duties.length, example: ['pay'] }) duties: Duty[];
  @Enum(invitationStatuses) status: InvitationStatus;
  @Text({
    nullable: true,
    description: 'E-mail of the user who created it',
    example: 'owner@quayside.example',
  })
  invited_by: string | null;
  @Id({ nullable: true, description: 'The user who registered with it' }) used_by: number | null;
  @Instant({ nullable: true }) used_at: Date | null;
  @Instant({ nullable: true }) revoked_at: Date | null;
  @Instant({ description: '72 hours after its creation' }) expires_at: Date;
  @Instant() created_at: Date;
}

/** A new invitation with its token. */
export class NewInvitationDto extends InvitationDto {
  @Text({
    description: 'For POST /auth/register, valid once; never shown again',
    example: 'in_4pXk2n8sVd61tQaLr9uFbw',
  })
  token: string;
  @Bool({ description: 'Whether it is also sent to its e-mail; not while the server sends no mail' })
  mailed: boolean;
}

/** The offer of an invitation, for holders of its token. */
export class InvitationOfferDto {
  @Text({
    nullable: true,
    description: 'Null for an administrator without a realm',
    example: 'Quayside Desk',
  })
  realm_name: string | null;
  @Enum(roles, { example: 'realm_owner' }) role: Role;
  @Text({
    description: 'Name of the user who created it, or their e-mail',
    example: 'owner@quayside.example',
  })
  invited_by: string;
  @Text({
    nullable: true,
    description: 'Only this e-mail can register with it',
    example: 'owner@quayside.example',
  })
  email: string | null;
  @Instant() expires_at: Date;
}

/** Body of `POST /invitations`. */
export class InvitationInput {
  @Email({
    optional: true,
    nullable: true,
    description: 'Only this e-mail can register with it',
    example: 'owner@quayside.example',
  })
  email?: string | null;
  @Enum(roles, {
    optional: true,
    description: "Not above the caller's role; realm_user by default",
    example: 'realm_owner',
  })
  role?: Role;
  @Duties({ optional: true }) duties?: Duty[];
  @Id({
    optional: true,
    nullable: true,
    description: 'Required for administrators, unless they invite an administrator',
    example: 2,
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

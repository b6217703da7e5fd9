import { duties, type Duty, type Permission, type Role, roles } from '@tessera/domain';
import { type UserStatus, userStatuses } from '../../platform/auth/user.entity';
import { Email } from '../../platform/http/email';
import { Bool, Enum, Id, Instant, Int, Secret, Text, Texts } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { Duties } from '../duties';
import { OwnSessionDto } from '../me/me.dto';

/** A user, with the permissions of their role. */
export class UserDto {
  @Id() id: number;
  @Text({ example: 'owner@quayside.example' }) email: string;
  @Text({ example: 'Robin at the desk' }) name: string;
  @Enum(roles, { example: 'realm_owner' }) role: Role;
  @Texts({ example: ['read:own', 'write:own'] }) permissions: Permission[];
  @Texts({
    values: duties,
    max: duties.length,
    description: 'Of owners and administrators all',
    example: ['pay'],
  })
  duties: Duty[];
  @Id({ nullable: true }) realm_id: number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Enum(userStatuses) status: UserStatus;
  @Bool({ description: 'Whether a password alone does not sign in: they have an app or passkeys' })
  second_factor: boolean;
  @Bool({
    description:
      'Marked for emergencies: an administrator who may use the password where administrators must use single sign-on',
  })
  break_glass: boolean;
  @Instant({
    nullable: true,
    description: 'When the user requested a link for a forgotten password; null without a request',
  })
  reset_requested_at: Date | null;
  @Instant({ nullable: true }) last_login_at: Date | null;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

export class ListedUserDto extends UserDto {
  @Int({ optional: true, description: 'Number of live sessions; for administrators only' })
  session_count?: number;
}

/** A live session of another user. */
export class UserSessionDto extends OwnSessionDto {}

/** Body of `POST /users`. */
export class UserInput {
  @Email({ example: 'owner@quayside.example' }) email: string;
  @Text({ max: 200, optional: true, example: 'Robin at the desk' }) name?: string;
  @Secret({
    isOpaque: true,
    max: 128,
    description: '12 to 128 characters',
    example: 'lantern-over-quiet-water-7',
  })
  password: string;
  @Enum(roles, { optional: true, example: 'realm_owner' }) role?: Role;
  @Duties({ optional: true }) duties?: Duty[];
  @Id({ optional: true, nullable: true, example: 2 }) realm_id?: number | null;
  @Enum(userStatuses, { optional: true }) status?: UserStatus;
}

/** Body of `PUT /users/{id}`. Only the fields that are sent change. */
export class UserChange {
  @Email({ optional: true, example: 'owner@quayside.example' }) email?: string;
  @Text({ max: 200, optional: true, example: 'Robin at the desk' }) name?: string;
  @Enum(roles, { optional: true, example: 'realm_owner' }) role?: Role;
  @Duties({ optional: true }) duties?: Duty[];
  @Id({ optional: true, nullable: true, example: 2 }) realm_id?: number | null;
  @Enum(userStatuses, { optional: true }) status?: UserStatus;
  @Bool({ optional: true, description: 'For administrators alone' }) break_glass?: boolean;
}

/** Body of `PUT /users/{id}/duties`. */
export class UserDutiesInput {
  @Duties() duties: Duty[];
}

/** Body of `POST /users/{id}/password`. */
export class UserPasswordInput {
  @Secret({
    isOpaque: true,
    max: 128,
    description: '12 to 128 characters',
    example: 'lantern-over-quiet-water-7',
  })
  password: string;
}

/** Filters of `GET /users`. */
export class UserListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or e-mail' }) q?: string;
  @Text({ optional: true }) role?: string;
  @Text({ optional: true }) status?: string;
  @Text({ optional: true }) realm_id?: string;
}

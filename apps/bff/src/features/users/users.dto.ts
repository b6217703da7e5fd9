import { type Permission, type Role, roles } from '@tessera/domain';
import { Bool, Enum, Id, Instant, Int, Secret, Text, Texts } from '../../platform/http/fields';
import { Email } from '../../platform/http/email';
import { ListQuery } from '../../platform/http/list-query';
import { OwnSessionDto } from '../me';
import { type UserStatus, userStatuses } from '../../platform/auth/user.entity';

/** A user; `permissions` follow from the role. */
export class UserDto {
  @Id() id: number;
  @Text({ example: 'owner@quayside.example' }) email: string;
  @Text({ example: 'Robin at the desk' }) name: string;
  @Enum(roles, { example: 'realm_owner' }) role: Role;
  @Texts({ example: ['read:own', 'write:own'] }) permissions: Permission[];
  @Id({ nullable: true }) realm_id: number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Enum(userStatuses) status: UserStatus;
  @Bool({ description: 'Signing in asks for a code' }) second_factor: boolean;
  @Instant({ nullable: true, description: 'They forgot their password and asked for a link; null when not' })
  reset_requested_at: Date | null;
  @Instant({ nullable: true }) last_login_at: Date | null;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** A user of the list. */
export class ListedUserDto extends UserDto {
  @Int({ optional: true, description: 'Live sessions; administrators alone see them' })
  session_count?: number;
}

/** A session of a user's that is live, as administrators see it. */
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
  @Id({ optional: true, nullable: true, example: 2 }) realm_id?: number | null;
  @Enum(userStatuses, { optional: true }) status?: UserStatus;
}

/** Body of `PUT /users/{id}`: only the fields sent change. */
export class UserChange {
  @Email({ optional: true, example: 'owner@quayside.example' }) email?: string;
  @Text({ max: 200, optional: true, example: 'Robin at the desk' }) name?: string;
  @Enum(roles, { optional: true, example: 'realm_owner' }) role?: Role;
  @Id({ optional: true, nullable: true, example: 2 }) realm_id?: number | null;
  @Enum(userStatuses, { optional: true }) status?: UserStatus;
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

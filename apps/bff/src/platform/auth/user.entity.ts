import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Duty, Role } from '@tessera/domain';
import { CreatedAtColumn, IdColumn, RowVersionColumn, UpdatedAtColumn } from '../database/columns';

export const userStatuses = ['active', 'disabled'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** SQL condition: the user of this id is an enabled administrator. */
export const isAdministratorSql = (userId: string): string =>
  `EXISTS (SELECT FROM users m WHERE m.id = ${userId} AND m.role = 'admin' AND m.status = 'active')`;

/** SQL condition: the row of `users` is a person, and not the account of a service token. */
export const isPersonSql = (user: string): string => `${user}.service_token_id IS NULL`;

/** A user. Without a realm they wait for an administrator, unless they are one. */
@Entity('users')
@Index('users_service_token', ['service_token_id'])
export class User {
  @IdColumn() id: number;
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'text', default: '' }) name: string;
  @Column({ type: 'text', default: 'realm_user' }) role: Role;
  @ForeignKey('realms') @Column({ type: 'int', nullable: true }) realm_id: number | null;
  @Column({ type: 'text', array: true, default: '{}' }) duties: Duty[];
  @Column({ type: 'text', default: 'active' }) status: UserStatus;
  /** Null: no password was ever set, since an identity provider vouches for the user. */
  @Column({ type: 'text', select: false, nullable: true }) password_hash: string | null;
  @Column({
    type: 'boolean',
    default: false,
    comment: 'An administrator who signs in by password even where administrators must use single sign-on',
  })
  break_glass: boolean;
  @Column({ type: 'timestamptz', default: () => 'now()' }) password_changed_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) last_login_at: Date | null;
  @ForeignKey('service_tokens')
  @Column({
    type: 'int',
    nullable: true,
    comment: "The account of a service token in a realm, no person: it can't sign in",
  })
  service_token_id: number | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

import type { Role } from '@tessera/domain';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const userStatuses = ['active', 'disabled'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Somebody who signs in. Without a realm they wait for an administrator. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) role: Role;
  @Column({ type: 'int', nullable: true }) realm_id: number | null;
  @Column({ type: 'text' }) status: UserStatus;
  @Column({ type: 'text', select: false }) password_hash: string;
  @Column({ type: 'timestamptz' }) password_changed_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) last_login_at: Date | null;
  @Column({ type: 'int', insert: false, update: false }) version: number;
  @Column({ type: 'timestamptz', insert: false, update: false }) created_at: Date;
  @Column({ type: 'timestamptz', insert: false, update: false }) updated_at: Date;
}

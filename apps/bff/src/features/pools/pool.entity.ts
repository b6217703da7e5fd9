import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

export const memberStatuses = ['active', 'disabled'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** An ordered set of a site's logins. */
@Entity('pools')
export class Pool {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) site_id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'int', insert: false, update: false }) version: number;
  @Column({ type: 'timestamptz', insert: false, update: false }) created_at: Date;
  @Column({ type: 'timestamptz', insert: false, update: false }) updated_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

/** A login's place in a pool. */
@Entity('pool_members')
export class PoolMember {
  @PrimaryColumn({ type: 'int' }) pool_id: number;
  @PrimaryColumn({ type: 'int' }) login_id: number;
  @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) position: number;
  @Column({ type: 'text' }) status: MemberStatus;
  @Column({ type: 'timestamptz', insert: false, update: false }) added_at: Date;
}

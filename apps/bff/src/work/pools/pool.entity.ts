import { Column, DeleteDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

export const memberStatuses = ['active', 'disabled'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** An ordered set of a site's logins. */
@Entity('pools')
@Index('pools_site', ['site_id'])
@Unique(['realm_id', 'id'])
export class Pool {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @Column({ type: 'text' }) name: string;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

/** A login in a pool, at its position. */
@Entity('pool_members')
@Index('pool_members_login', ['realm_id', 'login_id'])
@ForeignKey('logins', ['realm_id', 'login_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('pools', ['realm_id', 'pool_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
@Unique(['pool_id', 'position'], { deferrable: 'INITIALLY DEFERRED' })
export class PoolMember {
  @PrimaryColumn({ type: 'int' }) pool_id: number;
  @PrimaryColumn({ type: 'int' }) login_id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) position: number;
  @Column({ type: 'text', default: 'active' }) status: MemberStatus;
  @CreatedAtColumn() added_at: Date;
}

import { Column, DeleteDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

export const realmStatuses = ['active', 'suspended'] as const;
export type RealmStatus = (typeof realmStatuses)[number];

/** A tenant, with its limits and the counters that triggers update. */
@Entity('realms')
export class Realm {
  @IdColumn() id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', default: 'active' }) status: RealmStatus;
  @Column({ type: 'text', nullable: true, comment: 'IANA name; null: each browser uses its own' })
  time_zone: string | null;
  @Column({ type: 'int', default: 0 }) max_tasks: number;
  @Column({ type: 'int', default: 0 }) max_logins: number;
  @Column({
    type: 'int',
    default: 0,
    insert: false,
    update: false,
    comment: 'Unfinished tasks; kept by the trigger tasks_limit',
  })
  active_tasks: number;
  @Column({
    type: 'int',
    default: 0,
    insert: false,
    update: false,
    comment: 'Logins that are not deleted; kept by the trigger logins_limit',
  })
  login_count: number;
  @Column({ type: 'boolean', default: false, comment: 'Who launches may not approve' })
  separate_approval: boolean;
  @Column({ type: 'boolean', default: false, comment: 'Who recorded a payment may not reverse it' })
  separate_reversal: boolean;
  @Column({
    type: 'boolean',
    default: false,
    comment: 'Its people sign in through an identity provider alone',
  })
  single_sign_on_only: boolean;
  @ForeignKey('realms')
  @Column({ type: 'int', nullable: true, comment: 'Of a rehearsal realm: the realm that rehearses' })
  parent_realm_id: number | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

/** The threshold that a realm was last warned about; no row once its usage is well below. */
@Entity('limit_warnings')
export class LimitWarning {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'text' }) kind: 'tasks' | 'logins';
  @Column({ type: 'int' }) percent: 90 | 100;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}

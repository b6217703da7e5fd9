import { Column, DeleteDateColumn, Entity, ForeignKey, Index, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  numberFromText,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

export const loginStatuses = ['active', 'disabled', 'failed'] as const;
export type LoginStatus = (typeof loginStatuses)[number];

/** Fields that are sealed at rest and never returned. */
export const loginSecrets = ['password', 'card', 'proxy', 'address', 'home_phone', 'mobile_phone'] as const;

/** An account at a ticketing site. */
@Entity('logins')
@Index('logins_identity', ['site_id', 'customer_identity'])
@Unique(['realm_id', 'id'])
export class Login {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @Column({ type: 'text', default: '' }) name: string;
  @Column({ type: 'text', nullable: true }) user: string | null;
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'text', nullable: true }) supporter_id: string | null;
  @Column({ type: 'text', insert: false, update: false }) customer_identity: string;
  @Column({ type: 'int', nullable: true }) age: number | null;
  @Column({ type: 'text', default: 'active' }) status: LoginStatus;
  @Column({ type: 'text', nullable: true }) status_msg: string | null;
  @Column({ type: 'text', nullable: true }) members: string | null;
  @Column({ type: 'text', nullable: true }) basket: string | null;
  @Column({ type: 'int', nullable: true }) basket_worker: number | null;
  @Column({ type: 'int', nullable: true }) amount_to_buy: number | null;
  @Column({ type: 'int', nullable: true }) seats_to_set: number | null;
  @Column({ type: 'text', nullable: true }) user_agent: string | null;
  @Column({ type: 'numeric', precision: 12, scale: 2, nullable: true, transformer: numberFromText }) credits:
    number | null;
  @Column({ type: 'numeric', precision: 5, scale: 2, nullable: true, transformer: numberFromText })
  success_rate: number | null;
  @Column({
    type: 'jsonb',
    default: {},
    select: false,
    comment: 'Sealed: password, card, proxy, address, home_phone, mobile_phone',
  })
  secrets: object;
  @Column({ type: 'timestamptz', nullable: true }) last_used: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) last_updated: Date | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

/** Something that a worker reported about a login. */
@Entity('login_activity')
@ForeignKey('logins', ['realm_id', 'login_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class LoginActivity {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) login_id: number;
  @Column({ type: 'text' }) kind: string;
  @Column({ type: 'jsonb' }) data: unknown;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}

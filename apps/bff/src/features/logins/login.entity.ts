import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const loginStatuses = ['active', 'disabled', 'failed'] as const;
export type LoginStatus = (typeof loginStatuses)[number];

/** Columns that are sealed at rest and never answered. */
export const loginSecrets = ['password', 'card', 'proxy', 'address', 'home_phone', 'mobile_phone'] as const;

/** Postgres' numeric comes as text. */
const numeric = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** An account at a ticketing site. */
@Entity('logins')
export class Login {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) site_id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) user: string | null;
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'text', nullable: true }) supporter_id: string | null;
  @Column({ type: 'text', insert: false, update: false }) customer_identity: string;
  @Column({ type: 'int', nullable: true }) age: number | null;
  @Column({ type: 'text' }) status: LoginStatus;
  @Column({ type: 'text', nullable: true }) status_msg: string | null;
  @Column({ type: 'text', nullable: true }) members: string | null;
  @Column({ type: 'text', nullable: true }) basket: string | null;
  @Column({ type: 'int', nullable: true }) basket_worker: number | null;
  @Column({ type: 'int', nullable: true }) amount_to_buy: number | null;
  @Column({ type: 'int', nullable: true }) seats_to_set: number | null;
  @Column({ type: 'text', nullable: true }) user_agent: string | null;
  @Column({ type: 'numeric', nullable: true, transformer: numeric }) credits: number | null;
  @Column({ type: 'numeric', nullable: true, transformer: numeric }) success_rate: number | null;
  @Column({ type: 'jsonb', select: false }) secrets: unknown;
  @Column({ type: 'timestamptz', nullable: true }) last_used: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) last_updated: Date | null;
  @Column({ type: 'int', insert: false, update: false }) version: number;
  @Column({ type: 'timestamptz', insert: false, update: false }) created_at: Date;
  @Column({ type: 'timestamptz', insert: false, update: false }) updated_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

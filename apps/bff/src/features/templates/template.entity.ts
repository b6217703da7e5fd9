import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** `hold`: the worker holds seats and a person pays. `buy`: the worker also pays. */
export const templateTypes = ['hold', 'buy'] as const;
export type TemplateType = (typeof templateTypes)[number];

/** What a job is launched from. Its logins are in `template_logins`, in order, unless it names a pool. */
@Entity('templates')
export class Template {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) site_id: number;
  @Column({ type: 'int', nullable: true }) event_id: number | null;
  @Column({ type: 'int', nullable: true }) pool_id: number | null;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) type: TemplateType;
  @Column({ type: 'int' }) worker_count: number;
  @Column({ type: 'int' }) seats_per_worker: number;
  @Column({ type: 'int' }) launch_delay: number;
  @Column({ type: 'int', nullable: true }) target_count: number | null;
  @Column({ type: 'text', nullable: true }) price_type: string | null;
  @Column({ type: 'jsonb', nullable: true }) price_levels: unknown;
  @Column({ type: 'text', nullable: true }) proxy_template: string | null;
  @Column({ type: 'int', nullable: true }) proxy_rotation_interval: number | null;
  @Column({ type: 'int', insert: false, update: false }) version: number;
  @Column({ type: 'timestamptz', insert: false, update: false }) created_at: Date;
  @Column({ type: 'timestamptz', insert: false, update: false }) updated_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

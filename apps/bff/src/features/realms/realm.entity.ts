import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const realmStatuses = ['active', 'suspended'] as const;
export type RealmStatus = (typeof realmStatuses)[number];

/** A tenant, with its limits and the counters that triggers keep. */
@Entity('realms')
export class Realm {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) status: RealmStatus;
  @Column({ type: 'text', nullable: true }) time_zone: string | null;
  @Column({ type: 'int' }) max_tasks: number;
  @Column({ type: 'int' }) max_logins: number;
  @Column({ type: 'int', insert: false, update: false }) active_tasks: number;
  @Column({ type: 'int', insert: false, update: false }) login_count: number;
  @Column({ type: 'int', insert: false, update: false }) version: number;
  @Column({ type: 'timestamptz', insert: false, update: false }) created_at: Date;
  @Column({ type: 'timestamptz', insert: false, update: false }) updated_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

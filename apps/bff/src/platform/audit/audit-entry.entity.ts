import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { IdColumn } from '../database/columns';

/** Who did what to which entity. Rows are only ever added. Partitioned by the month of `at`. */
@Entity('audit')
@Index('audit_actor', ['actor_id', 'who'])
export class AuditEntry {
  @IdColumn('bigint') id: string;
  @Column({ type: 'int', nullable: true }) realm_id: number | null;
  @PrimaryColumn({ type: 'timestamptz', default: () => 'clock_timestamp()' }) at: Date;
  @Column({ type: 'text' }) actor_kind: string;
  @Column({ type: 'int', nullable: true }) actor_id: number | null;
  @Column({ type: 'text' }) who: string;
  @Column({ type: 'text', nullable: true }) role: string | null;
  @Column({ type: 'uuid', nullable: true }) session_id: string | null;
  @Column({ type: 'text', nullable: true }) request_id: string | null;
  @Column({ type: 'text', nullable: true }) address: string | null;
  @Column({ type: 'text' }) action: string;
  @Column({ type: 'text' }) entity: string;
  @Column({ type: 'text', nullable: true }) entity_id: string | null;
  @Column({ type: 'jsonb', nullable: true }) before: unknown;
  @Column({ type: 'jsonb', nullable: true }) after: unknown;
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** How the loads of a release went in one minute. */
@Entity('module_load_reports')
@Index('module_load_reports_minute', ['minute'])
export class ModuleLoadReport {
  @ForeignKey('module_releases') @PrimaryColumn({ type: 'int' }) release_id: number;
  @PrimaryColumn({
    type: 'timestamptz',
    comment: 'Start of a minute, or of an assignment of the release within it',
  })
  minute: Date;
  @Column({ type: 'int', comment: 'Loads that were reported, failed ones included' }) loads: number;
  @Column({ type: 'int' }) errors: number;
  @Column({ type: 'int', array: true, comment: 'Histogram of load times over fixed buckets' })
  load_ms: number[];
  @Column({ type: 'jsonb', default: {}, comment: 'Number of failed loads by reason' }) reasons: unknown;
}

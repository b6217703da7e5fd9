import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A session was given a release, and may report how it loads. */
@Entity('module_fetches')
@Index('module_fetches_release', ['release_id'])
@Index('module_fetches_at', ['at'])
export class ModuleFetch {
  @PrimaryColumn({ type: 'text', comment: 'Keyed hash that stands for a session' }) session: string;
  @ForeignKey('module_releases') @PrimaryColumn({ type: 'int' }) release_id: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}

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
  @Column({ type: 'jsonb', default: {}, comment: 'Number of failed loads by what their error said' })
  messages: unknown;
}

/** How the loads of a release went for one user in one hour, without saying who they are. */
@Entity('module_load_samples')
@Index('module_load_samples_since', ['since'])
export class ModuleLoadSample {
  @ForeignKey('module_releases') @PrimaryColumn({ type: 'int' }) release_id: number;
  @PrimaryColumn({
    type: 'timestamptz',
    comment: 'Start of an hour, or of an assignment of the release within it',
  })
  since: Date;
  @PrimaryColumn({ type: 'text', comment: 'Keyed hash that stands for a user and a release' })
  reporter: string;
  @Column({
    type: 'text',
    comment: 'Keyed hash that stands for a realm, or for the administrators, and a release',
  })
  source: string;
  @Column({ type: 'int' }) loads: number;
  @Column({ type: 'int' }) errors: number;
  @Column({ type: 'int', comment: 'Loads that took longer than load_budget_ms' }) slow: number;
  @Column({ type: 'int' }) load_budget_ms: number;
}

/** What one user, or one realm, has reported about one release lately, so that they can't outvote the others. */
@Entity('module_report_budgets')
@Index('module_report_budgets_started', ['started_at'])
export class ModuleReportBudget {
  @PrimaryColumn({ type: 'text', comment: 'Keyed hash that stands for a user or a realm, and a release' })
  bucket: string;
  @Column({ type: 'int' }) loads: number;
  @Column({ type: 'int' }) bad_loads: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) started_at: Date;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

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

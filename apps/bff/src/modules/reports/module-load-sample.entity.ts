import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

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

import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The threshold that a realm was last warned about; no row once its usage is well below. */
@Entity('limit_warnings')
export class LimitWarning {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'text' }) kind: 'tasks' | 'logins';
  @Column({ type: 'int' }) percent: 90 | 100;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}

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

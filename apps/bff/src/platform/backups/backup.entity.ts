import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A finished backup of the installation, wherever it is kept. */
@Entity('backups')
@Index('backups_finished', ['finished_at'])
export class Backup {
  @PrimaryColumn({ type: 'uuid', comment: 'The id in the header of the archive' }) id: string;
  @Column({
    type: 'text',
    comment: 'archive: by tessera backup; physical: a copy of the cluster, recorded by tessera record-backup',
  })
  kind: 'archive' | 'physical';
  @Column({ type: 'timestamptz' }) started_at: Date;
  @Column({ type: 'timestamptz' }) finished_at: Date;
  @Column({ type: 'bigint' }) bytes: string;
  @Column({
    type: 'timestamptz',
    nullable: true,
    comment: 'When the archive was last restored aside and compared',
  })
  verified_at: Date | null;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A stored file that no release lists. To use the file, delete the row first. */
@Entity('module_orphaned_files')
@Index('module_orphaned_files_found', ['found_at'])
export class ModuleOrphanedFile {
  @PrimaryColumn({ type: 'text', comment: 'A stored file that no release lists' }) sha256: string;
  @Column({ type: 'timestamptz', default: () => 'now()' }) found_at: Date;
}

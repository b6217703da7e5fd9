import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../platform/database/columns';

/** A stored file that no release lists. To use the file, delete the row first. */
@Entity('module_orphaned_files')
@Index('module_orphaned_files_found', ['found_at'])
export class ModuleOrphanedFile {
  @PrimaryColumn({ type: 'text', comment: 'A stored file that no release lists' }) sha256: string;
  @Column({ type: 'timestamptz', default: () => 'now()' }) found_at: Date;
}

/** The one key that the installation signs with. */
@Entity('module_signing_key')
export class ModuleSigningKey {
  @PrimaryColumn({ type: 'int', default: 1 }) id: number;
  @Column({ type: 'jsonb', select: false, comment: 'Sealed: seed of the Ed25519 key, under realm 0' })
  secrets: unknown;
  @CreatedAtColumn() created_at: Date;
}

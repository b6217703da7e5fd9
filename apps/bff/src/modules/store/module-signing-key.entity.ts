import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../platform/database/columns';

/** The one key that the installation signs with. */
@Entity('module_signing_key')
export class ModuleSigningKey {
  @PrimaryColumn({ type: 'int', default: 1 }) id: number;
  @Column({ type: 'jsonb', select: false, comment: 'Sealed: seed of the Ed25519 key, under realm 0' })
  secrets: unknown;
  @CreatedAtColumn() created_at: Date;
}

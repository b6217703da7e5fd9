import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  numberFromText,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** A team that may publish certain modules. */
@Entity('module_publishers')
@Index('module_publishers_owner', ['owner_id'])
export class ModulePublisher {
  @IdColumn() id: number;
  @Column({ type: 'text', unique: true }) name: string;
  @Column({ type: 'text', array: true, default: '{}', comment: 'Names of the modules that it may publish' })
  modules: string[];
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true, comment: 'Who is notified about its modules' })
  owner_id: number | null;
  @Column({
    type: 'int',
    array: true,
    default: '{}',
    comment: 'Users who may override its modules in their own browser',
  })
  developers: number[];
  @Column({
    type: 'boolean',
    default: false,
    comment: 'Whether its tokens may give a release to all users but administrators',
  })
  may_promote: boolean;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

/** A public key that a publisher signs releases with. */
@Entity('module_keys')
@Index('module_keys_publisher', ['publisher_id'])
@Index('module_keys_created_by', ['created_by'])
export class ModuleKey {
  @IdColumn() id: number;
  @ForeignKey('module_publishers', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) publisher_id: number;
  @Column({
    type: 'text',
    unique: true,
    comment: 'The first 22 characters of base64url(sha256(public key))',
  })
  key_id: string;
  @Column({ type: 'text', comment: 'Base64 of the 32 bytes of an Ed25519 public key' }) public_key: string;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  created_by: number | null;
  @CreatedAtColumn() created_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) revoked_at: Date | null;
}

/** A token that a publisher's tools authenticate with; only its hash is stored. */
@Entity('module_tokens')
@Index('module_tokens_publisher', ['publisher_id'])
@Index('module_tokens_created_by', ['created_by'])
export class ModuleToken {
  @IdColumn() id: number;
  @ForeignKey('module_publishers', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) publisher_id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', unique: true }) token_hash: string;
  @Column({ type: 'text', array: true }) scopes: string[];
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  created_by: number | null;
  @CreatedAtColumn() created_at: Date;
  @Column({ type: 'timestamptz', nullable: true, comment: 'Null: valid until it is revoked' })
  expires_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) last_used_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) revoked_at: Date | null;
}

/** A release whose files are being uploaded. */
@Entity('module_uploads')
@Unique(['publisher_id', 'name', 'version', 'signature'])
@Index('module_uploads_token', ['token_id'])
@Index('module_uploads_created', ['created_at'])
export class ModuleUpload {
  @IdColumn() id: number;
  @ForeignKey('module_publishers', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) publisher_id: number;
  @ForeignKey('module_tokens', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) token_id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) version: string;
  @Column({ type: 'text' }) manifest: string;
  @Column({ type: 'text' }) signature: string;
  @Column({ type: 'text' }) key_id: string;
  @Column({
    type: 'bigint',
    default: 0,
    transformer: numberFromText,
    comment: 'Size of the files received so far',
  })
  received_bytes: number;
  @CreatedAtColumn() created_at: Date;
}

/** How much a publisher has uploaded within an hour, over all its uploads. */
@Entity('module_upload_budgets')
export class ModuleUploadBudget {
  @ForeignKey('module_publishers', { onDelete: 'CASCADE' })
  @PrimaryColumn({ type: 'int' })
  publisher_id: number;
  @Column({
    type: 'bigint',
    transformer: numberFromText,
    comment: 'Received since started_at; an hour later it starts again',
  })
  bytes: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) started_at: Date;
}

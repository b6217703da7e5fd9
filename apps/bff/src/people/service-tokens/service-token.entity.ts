import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Duty } from '@tessera/domain';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** A token that a machine calls the API with; only its hash is stored. Its realms are those of its accounts in `users`. */
@Entity('service_tokens')
@Index('service_tokens_realm', ['realm_id'])
@Index('service_tokens_created_by', ['created_by'])
export class ServiceToken {
  @IdColumn() id: number;
  @ForeignKey('realms')
  @Column({
    type: 'int',
    nullable: true,
    comment: 'Null: valid in several realms, for administrators alone to see',
  })
  realm_id: number | null;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', unique: true }) token_hash: string;
  @Column({ type: 'text', array: true, default: '{}' }) duties: Duty[];
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  created_by: number | null;
  @Column({ type: 'timestamptz' }) expires_at: Date;
  @Column({ type: 'timestamptz', nullable: true, comment: 'Written at most once a minute' })
  last_used_at: Date | null;
  @Column({ type: 'text', nullable: true }) last_used_address: string | null;
  @Column({ type: 'timestamptz', nullable: true }) revoked_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true, comment: 'When its end was announced' })
  notified_at: Date | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

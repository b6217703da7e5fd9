import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAtColumn, IdColumn } from '../database/columns';

/** The stored response to a POST with an Idempotency-Key, for 24 hours. */
@Entity('idempotency_keys')
@Index('idempotency_keys_expiry', ['expires_at'])
@Unique(['user_id', 'realm_id', 'role', 'route', 'key'])
export class IdempotencyKey {
  @IdColumn() id: number;
  @ForeignKey('users', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) user_id: number;
  @ForeignKey('realms') @Column({ type: 'int', nullable: true }) realm_id: number | null;
  @Column({ type: 'text' }) role: string;
  @Column({ type: 'text' }) route: string;
  @Column({ type: 'text' }) key: string;
  @Column({ type: 'text' }) request_hash: string;
  @Column({ type: 'int' }) response_status: number;
  @Column({ type: 'jsonb', default: {} }) response_headers: unknown;
  @Column({ type: 'json', nullable: true }) response_body: unknown;
  @CreatedAtColumn() created_at: Date;
  @Column({ type: 'timestamptz', default: () => "(now() + '24:00:00')" }) expires_at: Date;
}

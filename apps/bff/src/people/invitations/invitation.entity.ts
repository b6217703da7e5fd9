import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Duty, Role } from '@tessera/domain';
import { CreatedAtColumn, IdColumn } from '../../platform/database/columns';

/** A link to register with a role. Only the hash of its token is stored. */
@Entity('invitations')
@Index('invitations_created_by', ['created_by'])
@Index('invitations_used_by', ['used_by'])
export class Invitation {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int', nullable: true }) realm_id: number | null;
  @Column({ type: 'text', nullable: true }) email: string | null;
  @Column({ type: 'text' }) role: Role;
  @Column({ type: 'text', array: true, default: '{}' }) duties: Duty[];
  @Column({ type: 'text', unique: true }) token_hash: string;
  @ForeignKey('users', { onDelete: 'SET NULL' }) @Column({ type: 'int', nullable: true }) created_by:
    number | null;
  @ForeignKey('users', { onDelete: 'SET NULL' }) @Column({ type: 'int', nullable: true }) used_by:
    number | null;
  @Column({ type: 'timestamptz', nullable: true }) used_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) revoked_at: Date | null;
  @Column({ type: 'timestamptz' }) expires_at: Date;
  @CreatedAtColumn() created_at: Date;
}

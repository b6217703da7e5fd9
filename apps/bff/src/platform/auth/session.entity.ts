import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { CreatedAtColumn } from '../database/columns';

/** A sign-in and its refresh tokens, of which only hashes are stored. */
@Entity('sessions')
@Index('sessions_expiry', ['expires_at'])
@Index('sessions_known', ['user_id', 'address'])
export class Session {
  @PrimaryGeneratedColumn('uuid') id: string;
  @ForeignKey('users', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) user_id: number;
  @Column({ type: 'text', unique: true }) refresh_hash: string;
  @Column({ type: 'text', nullable: true, unique: true }) previous_refresh_hash: string | null;
  @Column({
    type: 'int',
    default: 0,
    comment: 'Number of rotations; for 30 s the previous token still gets the same successor',
  })
  generation: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) rotated_at: Date;
  @Column({ type: 'timestamptz', default: () => 'now()' }) authenticated_at: Date;
  @Column({ type: 'timestamptz', default: () => 'now()' }) last_used_at: Date;
  @Column({ type: 'timestamptz' }) idle_expires_at: Date;
  @Column({ type: 'timestamptz' }) expires_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) ended_at: Date | null;
  @Column({ type: 'text', nullable: true }) ended_reason: string | null;
  @Column({ type: 'text', nullable: true }) user_agent: string | null;
  @Column({ type: 'text', nullable: true }) address: string | null;
  @CreatedAtColumn() created_at: Date;
}

import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { CreatedAtColumn } from '../database/columns';

/** Where a session was signed in: in a browser, which keeps a cookie beside the refresh token, or by an API client. */
export const sessionClients = ['browser', 'api'] as const;
export type SessionClient = (typeof sessionClients)[number];

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
  @Column({ type: 'text', default: 'browser' }) client: SessionClient;
  @Column({
    type: 'text',
    nullable: true,
    comment:
      'Of the cookie that a refresh needs; null: an API client, or a session that was created by a version without these cookies',
  })
  cookie_hash: string | null;
  @Column({
    type: 'timestamptz',
    nullable: true,
    comment: 'When its refresh token was first used without the cookie, which is audited once',
  })
  cookie_missing_at: Date | null;
}

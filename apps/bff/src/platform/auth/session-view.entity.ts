import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Whom the session of an administrator views the console as. The row stays after its time, until the view is ended. */
@Entity('session_views')
@Index('session_views_user', ['user_id'])
export class SessionView {
  @ForeignKey('sessions', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'uuid' }) session_id: string;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({
    type: 'int',
    nullable: true,
    comment: 'Null: the person was deleted, which ends the view like its time',
  })
  user_id: number | null;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'timestamptz', default: () => 'now()' }) started_at: Date;
  @Column({ type: 'timestamptz' }) ends_at: Date;
}

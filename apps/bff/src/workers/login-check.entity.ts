import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn } from '../platform/database/columns';
import type { CheckResult } from '../work';

/** A check of a login at its site: asked for by a person, leased to a worker. Withdrawn: ended without a result. */
@Entity('login_checks')
@Index('login_checks_login', ['realm_id', 'login_id', 'id'])
@Index('login_checks_event', ['event_id'])
@ForeignKey('logins', ['realm_id', 'login_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class LoginCheck {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @ForeignKey('events')
  @Column({ type: 'int', nullable: true, comment: 'Null: asked for chosen logins' })
  event_id: number | null;
  @Column({ type: 'int' }) login_id: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) asked_at: Date;
  @Column({
    type: 'timestamptz',
    comment: 'No worker gets it before; the checks of a site are spread over all realms',
  })
  due_at: Date;
  @Column({ type: 'int', default: 0, comment: 'Leases so far that were not released' }) tries: number;
  @Column({ type: 'uuid', nullable: true, unique: true }) lease_id: string | null;
  @ForeignKey('workers') @Column({ type: 'int', nullable: true }) leased_by: number | null;
  @Column({
    type: 'timestamptz',
    nullable: true,
    comment: 'Of the last lease: the pace of the site is kept by it',
  })
  leased_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) lease_expires_at: Date | null;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'Of the password of the last lease: a result about another is dropped',
  })
  secrets_digest: string | null;
  @Column({ type: 'text', nullable: true, comment: 'Null and ended: withdrawn' }) result: CheckResult | null;
  @Column({ type: 'text', nullable: true }) message: string | null;
  @Column({ type: 'timestamptz', nullable: true }) ended_at: Date | null;
}

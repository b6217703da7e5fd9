import { Column, Entity, ForeignKey, Index } from 'typeorm';
import {
  AmountColumn,
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

export const approvalKinds = ['launch', 'job_budget', 'event_budget', 'month_budget'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export const approvalStatuses = ['pending', 'approved', 'declined', 'withdrawn', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

const PersonColumn = () => Column({ type: 'int', nullable: true });

/** What people ask a second person for, and what came of it. */
@Entity('approvals', { comment: 'What people ask a second person for' })
@ForeignKey('jobs', ['realm_id', 'job_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@Index('approvals_event', ['event_id'])
@Index('approvals_job', ['realm_id', 'job_id'])
@Index('approvals_asked_by', ['asked_by'])
@Index('approvals_decided_by', ['decided_by'])
export class Approval {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'text' }) kind: ApprovalKind;
  @Column({
    type: 'text',
    comment: 'What of its kind it is about: the digest of a plan, a job, an event or a currency',
  })
  object: string;
  @Column({ type: 'text', default: 'pending' }) status: ApprovalStatus;
  @Column({ type: 'jsonb', comment: 'What an approval does: the input of the launch, or the budget' })
  body: object;
  @Column({ type: 'text', nullable: true }) plan_hash: string | null;
  @Column({
    type: 'jsonb',
    nullable: true,
    comment: 'Totals of the plan as it was shown; null: no launch',
  })
  plan: object | null;
  @ForeignKey('events') @Column({ type: 'int', nullable: true }) event_id: number | null;
  @Column({
    type: 'int',
    nullable: true,
    comment: 'The job whose budget it is about, or that it launched',
  })
  job_id: number | null;
  @Column({ type: 'text' }) name: string;
  @AmountColumn() cost_min: number | null;
  @AmountColumn() cost_max: number | null;
  @Column({ type: 'text', nullable: true }) cost_currency: string | null;
  @Column({ type: 'int', nullable: true }) unpriced_seats: number | null;
  @AmountColumn('The requested budget; null: no budget, or an unknown sum') asked: number | null;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  @Column({ type: 'text' }) reason: string;
  @ForeignKey('users', { onDelete: 'SET NULL' }) @PersonColumn() asked_by: number | null;
  @Column({ type: 'text', comment: 'The name that pages show, also once the account is gone' })
  asked_who: string;
  @Column({ type: 'timestamptz' }) expires_at: Date;
  @ForeignKey('users', { onDelete: 'SET NULL' }) @PersonColumn() decided_by: number | null;
  @Column({ type: 'text', nullable: true }) decided_who: string | null;
  @Column({ type: 'timestamptz', nullable: true }) decided_at: Date | null;
  @Column({ type: 'text', nullable: true }) answer: string | null;
  @AmountColumn('The budget that was approved, which may be less than what was asked for')
  granted: number | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

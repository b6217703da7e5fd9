import { Column, Entity, ForeignKey, Index } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

export const matchKinds = ['event', 'login', 'account'] as const;
export type MatchKind = (typeof matchKinds)[number];

export const matchDecisions = ['merged', 'apart'] as const;
export type MatchDecision = (typeof matchDecisions)[number];

/** Rows whose canonical forms met when those were introduced. */
@Entity('identity_matches', {
  comment: 'Rows whose canonical forms met when those were introduced; an administrator decides',
})
@Index('identity_matches_site', ['site_id'])
@Index('identity_matches_decided_by', ['decided_by'])
export class IdentityMatch {
  @IdColumn() id: number;
  @Column({ type: 'text' }) kind: MatchKind;
  @ForeignKey('sites') @Column({ type: 'int', nullable: true }) site_id: number | null;
  @Column({ type: 'text' }) identity: string;
  @Column({ type: 'int', array: true }) row_ids: number[];
  @Column({ type: 'text', nullable: true }) decision: MatchDecision | null;
  @ForeignKey('users', { onDelete: 'SET NULL' }) @Column({ type: 'int', nullable: true }) decided_by:
    number | null;
  @Column({ type: 'timestamptz', nullable: true }) decided_at: Date | null;
  @Column({
    type: 'int',
    nullable: true,
    comment: 'The row that stays in use; null: not merged, or all stay',
  })
  kept_id: number | null;
  @Column({ type: 'jsonb', default: {}, comment: 'Status of the other rows before they were merged, by id' })
  former: Record<string, string>;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

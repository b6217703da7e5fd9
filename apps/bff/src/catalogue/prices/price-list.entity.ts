import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  numberFromText,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** The prices of a site, or of one of its events. Without ranges there are none. */
@Entity('price_lists')
@Index('price_lists_event', ['event_id'])
@Index('price_lists_one', ['site_id', 'event_id'], { unique: true })
export class PriceListRow {
  @IdColumn() id: number;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @ForeignKey('events')
  @Column({
    type: 'int',
    nullable: true,
    comment: 'Null: of every event of the site that has none of its own',
  })
  event_id: number | null;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'numeric', default: 0, transformer: numberFromText }) fee_per_seat: number;
  @Column({ type: 'numeric', default: 0, transformer: numberFromText }) fee_per_order: number;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

/** What a seat of a level and an area may cost. */
@Entity('price_ranges')
@Unique(['list_id', 'level', 'area'])
export class PriceRangeRow {
  @ForeignKey('price_lists', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) list_id: number;
  @PrimaryColumn({ type: 'int' }) position: number;
  @Column({ type: 'text', default: '', comment: 'Empty: every level' }) level: string;
  @Column({ type: 'text', default: '', comment: 'Empty: every area' }) area: string;
  @Column({ type: 'numeric', transformer: numberFromText }) min: number;
  @Column({ type: 'numeric', transformer: numberFromText }) max: number;
}

import { Column, Entity, ForeignKey, Index } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../../platform/database/columns';
import type { DrawnArea } from './sanitize-svg';

/** A sanitized drawing of a site, or of one of its events. */
@Entity('site_maps')
@Index('site_maps_event', ['event_id'])
@Index('site_maps_site', ['site_id'])
export class SiteMap {
  @IdColumn() id: number;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @ForeignKey('events')
  @Column({
    type: 'int',
    nullable: true,
    comment: 'Null: of every event of the site that has none of its own',
  })
  event_id: number | null;
  @Column({ type: 'text', comment: 'Sanitized; the upload itself is not kept' }) svg: string;
  @Column({ type: 'jsonb', default: [], comment: 'Named parts: key (data-area in the drawing) and name' })
  areas: DrawnArea[];
  @Column({ type: 'jsonb', default: [], comment: 'Kinds of elements and attributes that were left out' })
  removed: string[];
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

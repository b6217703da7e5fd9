import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UpdatedAtColumn } from '../../platform/database/columns';

/** A user's settings of the console. */
@Entity('preferences')
export class Preferences {
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @Column({ type: 'jsonb', default: {} }) data: Record<string, unknown>;
  @UpdatedAtColumn() updated_at: Date;
}

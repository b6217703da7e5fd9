import { Column, Entity, ForeignKey } from 'typeorm';
import { IdColumn } from '../../platform/database/columns';

/** Something that a worker reported about a login. */
@Entity('login_activity')
@ForeignKey('logins', ['realm_id', 'login_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class LoginActivity {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) login_id: number;
  @Column({ type: 'text' }) kind: string;
  @Column({ type: 'jsonb' }) data: unknown;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}

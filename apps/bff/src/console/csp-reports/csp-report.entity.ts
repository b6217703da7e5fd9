import { Column, Entity, Index, Unique } from 'typeorm';
import { IdColumn } from '../../platform/database/columns';

/** How often browsers reported the same violation of the content security policy. */
@Entity('csp_reports')
@Unique(['directive', 'blocked', 'page', 'source'])
@Index('csp_reports_last', ['last_at'])
export class CspReport {
  @IdColumn() id: number;
  @Column({ type: 'text' }) directive: string;
  @Column({
    type: 'text',
    comment: 'An origin, a scheme, or a word such as inline; never an address with a path of elsewhere',
  })
  blocked: string;
  @Column({ type: 'text', comment: 'Path without ids' }) page: string;
  @Column({ type: 'text', default: '', comment: 'Where the script is that did it; empty: unknown' })
  source: string;
  @Column({ type: 'int' }) reports: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) first_at: Date;
  @Column({ type: 'timestamptz', default: () => 'now()' }) last_at: Date;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An audit entry that waits to be written to the stream, by its id and time. A trigger inserts it with the entry. */
@Entity('audit_stream', { comment: 'Audit entries that wait to be written to the stream' })
@Index('audit_stream_at', ['at'])
export class AuditStreamEntry {
  @PrimaryColumn({ type: 'bigint' }) id: string;
  @Column({ type: 'timestamptz' }) at: Date;
}

/** The one row that says that audit entries are collected. */
@Entity('audit_stream_state', { comment: 'Has a row while audit entries are collected for the stream' })
export class AuditStreamState {
  @PrimaryColumn({ type: 'boolean', default: true }) is_on: true;
  @Column({ type: 'timestamptz', default: () => 'now()' }) since: Date;
}

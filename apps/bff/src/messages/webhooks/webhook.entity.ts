import { Column, Entity, ForeignKey, Generated, Index, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';
import type { WebhookTopic } from './webhook-topics';

export const webhookFormats = ['standard', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export const deliveryStates = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** An address of another system that gets messages about what happens in a realm. */
@Entity('webhooks')
@Unique(['realm_id', 'id'])
export class Webhook {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'text' }) name: string;
  @Column({
    type: 'text',
    comment: 'What may be shown of it: of formats whose address is a secret only the host',
  })
  url: string;
  @Column({ type: 'text', default: 'standard' }) format: WebhookFormat;
  @Column({ type: 'text', array: true }) topics: WebhookTopic[];
  @Column({ type: 'int', array: true, default: [], comment: 'Empty: all' }) event_ids: number[];
  @Column({ type: 'int', array: true, default: [], comment: 'Empty: all' }) site_ids: number[];
  @Column({ type: 'jsonb', default: {}, select: false, comment: 'Sealed: url, secret, former_secret' })
  secrets: object;
  @Column({
    type: 'timestamptz',
    nullable: true,
    comment: 'Until when messages are signed with the former secret too',
  })
  rotated_until: Date | null;
  @Column({ type: 'boolean', default: true }) enabled: boolean;
  @Column({ type: 'int', default: 0, comment: 'The number of its latest message' }) sequence: number;
  @Column({
    type: 'int',
    default: 0,
    comment: 'Attempts that have failed since the latest one that succeeded',
  })
  failures: number;
  @Column({
    type: 'boolean',
    default: true,
    comment:
      'It answers slowly or not at all, or has not answered yet: few of its messages are sent at a time',
  })
  slow: boolean;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

/** A message to a webhook: written by the transaction of what happened, and kept as the log of its delivery. */
@Entity('webhook_deliveries')
@ForeignKey('webhooks', ['realm_id', 'webhook_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
@Index('webhook_deliveries_webhook', ['realm_id', 'webhook_id', 'id'])
@Index('webhook_deliveries_created', ['created_at'])
export class WebhookDelivery {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) webhook_id: number;
  @Generated('uuid')
  @Column({
    type: 'uuid',
    comment: 'The same in every attempt, by which a receiver recognises what it has',
  })
  message_id: string;
  @Column({ type: 'text' }) topic: WebhookTopic;
  @Column({ type: 'text' }) type: string;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'What happened, where it may be reported again; sent once',
  })
  about: string | null;
  @Column({
    type: 'int',
    nullable: true,
    comment: 'Given once, before the first attempt, so that no transaction waits for another one to count',
  })
  sequence: number | null;
  @Column({ type: 'jsonb' }) data: Record<string, unknown>;
  @Column({ type: 'text', default: 'waiting' }) state: DeliveryState;
  @Column({ type: 'int', default: 0 }) attempts: number;
  @Column({
    type: 'timestamptz',
    default: () => 'now()',
    comment: 'While it is being sent: when another server may take it over',
  })
  next_attempt_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) attempted_at: Date | null;
  @Column({ type: 'int', nullable: true, comment: 'HTTP status of the latest answer' }) status: number | null;
  @Column({ type: 'text', nullable: true, comment: 'Why the latest attempt failed' }) error: string | null;
  @Column({ type: 'int', nullable: true }) duration_ms: number | null;
  @Column({ type: 'text', nullable: true, comment: 'Beginning of the latest answer' }) answer: string | null;
  @CreatedAtColumn() created_at: Date;
}

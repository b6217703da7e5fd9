import { Injectable } from '@nestjs/common';
import { type WebhookEvent, WebhookEvents } from '../../messages';
import type { Tx } from '../../platform/database/transactions';

/** Records of one task's seats of one event. */
interface Order {
  realm_id: number;
  event_id: number;
  event_name: string;
  site_id: number;
  task_id: number | null;
  job_id: number | null;
  tickets: { id: number; price: number | null; currency: string | null }[];
}

const titles = { recorded: 'Tickets recorded as bought', reversed: 'Records of tickets reversed' } as const;

/** Messages to webhooks about what was recorded as bought, and which records were reversed: one for each task's seats. */
@Injectable()
export class OrderEvents {
  constructor(private readonly webhooks: WebhookEvents) {}

  /** Queues messages about tickets, in the transaction that records or reverses them. */
  async queue(tx: Tx, what: keyof typeof titles, ticketIds: readonly number[]): Promise<void> {
    if (ticketIds.length === 0) return;
    const orders = await this.findOrders(tx, ticketIds);
    await this.webhooks.queue(
      tx,
      orders.map((order) => toEvent(what, order)),
    );
  }

  /** The tickets by task, without the people who bought them. */
  private findOrders(tx: Tx, ticketIds: readonly number[]): Promise<Order[]> {
    return tx.query<Order>(
      `SELECT k.realm_id, k.event_id, k.event_name, k.site_id, k.task_id, k.job_id,
         jsonb_agg(jsonb_build_object('id', k.id, 'area', k.area, 'row', k."row", 'seat', k.seat, 'price', k.price,
           'currency', k.currency, 'ticket_reference', k.ticket_reference) ORDER BY k.id) AS tickets
       FROM tickets k WHERE k.id = ANY ($1::int[])
       GROUP BY k.realm_id, k.event_id, k.event_name, k.site_id, k.task_id, k.job_id ORDER BY min(k.id)`,
      [ticketIds],
    );
  }
}

function toEvent(what: keyof typeof titles, { event_name, ...order }: Order): WebhookEvent {
  const count = order.tickets.length;
  const body = `${event_name}: ${count} ${count === 1 ? 'seat' : 'seats'}`;
  const path = what === 'recorded' ? '/tickets' : '/ledger';
  return {
    realm_id: order.realm_id,
    topic: 'orders',
    type: `orders.${what}`,
    about: null,
    event_id: order.event_id,
    data: { title: titles[what], body, path, event_name, ...order },
  };
}

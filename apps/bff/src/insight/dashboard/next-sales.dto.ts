import { SeatBalance } from '../../catalogue';
import { Enum, Id, Instant, Int, Json, Text } from '../../platform/http/fields';

/** What has to be in order before an on-sale. */
const readinessChecks = ['plan', 'logins', 'limit', 'workers', 'rehearsal'] as const;

/** Query of `GET /dashboard/on-sales`. */
export class NextSalesQuery {
  @Id({ optional: true, description: 'One realm; for administrators' }) realm_id?: number;
  @Id({ optional: true, description: 'Only this event, whenever it goes on sale' }) event_id?: number;
}

/** One check of readiness, with its figures. */
export class ReadinessCheck {
  @Enum(readinessChecks) check: (typeof readinessChecks)[number];
  @Enum(['ok', 'warning', 'blocked']) state: 'ok' | 'warning' | 'blocked';
  @Int({
    description:
      'Tasks that wait, logins that are ready, tasks that the limit still allows, free slots of workers, or seats won in the last rehearsal',
  })
  have: number;
  @Int({
    description:
      'Tasks of templates, logins that are needed, tasks to launch, tasks that wait, or seats that the rehearsal was for; 0: not rehearsed',
  })
  need: number;
}

/** An event that goes on sale soon, or went on sale just now, and whether the realm is ready for it. */
export class NextSaleDto {
  @Id() event_id: number;
  @Text({ example: 'Harbour City – Northgate' }) name: string;
  @Id() site_id: number;
  @Text({ example: 'Harbour Box Office' }) site_name: string;
  @Instant({ nullable: true, description: 'Null only for an event that was asked for: unknown' }) on_sale_at:
    string | null;
  @Int({ description: 'Unfinished tasks of the event' }) tasks: number;
  @Json({ type: SeatBalance }) seats: SeatBalance;
  @Int({ description: 'Templates for the event' }) templates: number;
  @Id({ nullable: true, description: 'The template to launch, while no task waits' }) template_id:
    number | null;
  @Id({ nullable: true, description: 'The last rehearsal of the event that ended' }) rehearsal_id:
    number | null;
  @Json({ items: ReadinessCheck }) checks: ReadinessCheck[];
}

/** The on-sales of the next 7 days and the last 2 hours that the realm has tasks or templates for, or of the event that was asked for. */
export class NextSalesDto {
  @Json({ items: NextSaleDto }) sales: NextSaleDto[];
}

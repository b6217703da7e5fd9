import { type TaskStatus, taskStatuses } from '@tessera/domain';
import { SeatBalance } from '../../catalogue';
import { Decimal, Enum, Id, Instant, Int, Json, Text } from '../../platform/http/fields';
import { type LinkStatus, linkStatuses } from './link.entity';

/** `link`: a Queue-it link. `task`: the place that a task's worker has, without a link. */
const placeKinds = ['link', 'task'] as const;

/** Query of `GET /on-sale/{eventId}/positions`. */
export class WaitingPlacesQuery {
  @Id({ optional: true, description: 'Only the places that serve this task' }) task_id?: number;
  @Id({ optional: true, description: 'Only the place of this link' }) link_id?: number;
}

/** A task that a waiting place serves. */
export class ServedTask {
  @Id() id: number;
  @Text({ min: 0, example: 'Two seats each, Saturday #4' }) name: string;
  @Enum(taskStatuses) status: TaskStatus;
}

/** Seconds from `now` until a place is at the front. */
export class WaitDto {
  @Decimal({ min: 0, example: 230 }) earliest_s: number;
  @Decimal({ min: 0, example: 300 }) likely_s: number;
  @Decimal({ min: 0, nullable: true, description: 'Null: nothing bounds it', example: 410 }) latest_s:
    number | null;
}

/** A place in the waiting room of an event. */
export class WaitingPlaceDto {
  @Enum(placeKinds) kind: (typeof placeKinds)[number];
  @Id({ description: "The link's or the task's" }) id: number;
  @Id() realm_id: number;
  @Id() login_id: number;
  @Text({ example: 'buyer@quayside.example' }) login_name: string;
  @Enum(linkStatuses) status: LinkStatus;
  @Int({ nullable: true, description: 'People in front; null: unknown', example: 412 }) position:
    number | null;
  @Json({
    description: 'Epoch seconds and the position from then on, oldest first; older ones are further apart',
    schema: {
      type: 'array',
      maxItems: 200,
      items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'integer' } },
    },
    example: [[1_795_800_000, 430]],
  })
  samples: [number, number][];
  @Decimal({
    min: 0,
    nullable: true,
    description: 'People a minute; null: too little is known',
    example: 82.5,
  })
  pace: number | null;
  @Json({
    type: WaitDto,
    nullable: true,
    description: 'Null: too little is known, or the queue stands still',
  })
  wait: WaitDto | null;
  @Instant({ nullable: true, description: 'When the token of the link expires' }) token_expires_at:
    string | null;
  @Json({ items: ServedTask }) tasks: ServedTask[];
}

/** The waiting places of an event, nearest the front first. */
export class WaitingPlacesDto {
  @Id() event_id: number;
  @Text({ example: 'Harbour City v Northgate Rovers' }) event_name: string;
  @Instant({ nullable: true }) on_sale_at: string | null;
  @Instant({ description: 'When this was read' }) now: string;
  @Json({ type: SeatBalance, description: 'The seats of the event' }) seats: SeatBalance;
  @Int({ description: 'All places; `places` has at most 1,000 of them', example: 12 }) total: number;
  @Json({ items: WaitingPlaceDto }) places: WaitingPlaceDto[];
}

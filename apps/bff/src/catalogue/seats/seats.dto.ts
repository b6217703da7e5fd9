import { Bool, Enum, Id, Instant, Int, Json, Money, Text } from '../../platform/http/fields';

const seatStates = ['held', 'bought'] as const;

/** A seat that is held now or was bought. */
export class MappedSeatDto {
  @Enum(seatStates) state: (typeof seatStates)[number];
  @Id({ description: 'Of the carted ticket when held, of the ticket when bought' }) id: number;
  @Text({ min: 0, description: 'Empty: without a number', example: '14' }) seat: string;
  @Int({
    nullable: true,
    description: 'Seats of a row with one number are side by side; null: none is known to be',
  })
  group: number | null;
  @Id({ nullable: true }) task_id: number | null;
  @Id({ nullable: true }) job_id: number | null;
  @Id() login_id: number;
  @Money({ nullable: true, example: 42.5 }) price: number | null;
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Instant({ nullable: true, description: 'When a held seat lapses' }) expires_at: Date | null;
}

/** A row of an area with its seats in the order of their numbers. */
export class MappedRowDto {
  @Text({ min: 0, description: 'Empty: without rows', example: 'F' }) name: string;
  @Json({ items: MappedSeatDto }) seats: MappedSeatDto[];
}

/** An area with its rows in the order of their names. */
export class MappedAreaDto {
  @Text({ min: 0, description: 'Empty: unknown', example: 'North 104' }) name: string;
  @Text({ min: 0, description: "What `data-area` of its shapes in the site's map is", example: 'north104' })
  key: string;
  @Text({ nullable: true, description: 'Of the event, else of the site; null: unknown', example: '1' })
  price_level: string | null;
  @Int() held: number;
  @Int() bought: number;
  @Json({ items: MappedRowDto }) rows: MappedRowDto[];
}

/** What a seat refers to by id. */
export class SeatHolderDto {
  @Id() id: number;
  @Text({ min: 0, example: 'North stand 07' }) name: string;
}

/** A job with its seats of the event. */
export class SeatJobDto extends SeatHolderDto {
  @Int() held: number;
  @Int() bought: number;
}

/** Which drawing shows the event's areas: `GET /sites/{site_id}/map`. */
export class SeatDrawingDto {
  @Id({ nullable: true, description: "Null: the site's own" }) event_id: number | null;
  @Int({ description: 'Grows with each upload' }) version: number;
}

/** Held and bought seats of an event by area and row, in the realms that the caller sees. */
export class EventSeatMapDto {
  @Id() event_id: number;
  @Text({ example: 'Harbour City v Northgate Rovers' }) event_name: string;
  @Id() site_id: number;
  @Int() held: number;
  @Int() bought: number;
  @Bool({ description: 'false: there are more seats than the answer has' }) complete: boolean;
  @Json({ type: SeatDrawingDto, nullable: true, description: 'Null: no map was uploaded' })
  map: SeatDrawingDto | null;
  @Json({ items: MappedAreaDto }) areas: MappedAreaDto[];
  @Json({ items: SeatJobDto }) jobs: SeatJobDto[];
  @Json({ items: SeatHolderDto }) tasks: SeatHolderDto[];
  @Json({ items: SeatHolderDto }) logins: SeatHolderDto[];
}

/** Limits a seat map to some rows. */
export class SeatMapQuery {
  @Id({ optional: true, description: 'Only rows in which this task has seats' }) task_id?: number;
  @Text({ optional: true, max: 100, description: 'Only this area' }) area?: string;
  @Text({ optional: true, max: 100, description: 'Only rows of this name' }) row?: string;
}

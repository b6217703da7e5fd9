import { Id, Int, Json, Text } from '../../platform/http/fields';

/** A realm with unfinished tasks that a switch concerns. */
export class ImpactRealm {
  @Id() id: number;
  @Text({ example: 'Quayside Desk' }) name: string;
  @Int({ description: 'Its unfinished tasks' }) tasks: number;
}

/** What depends on a row now: what switching it off would stop. */
export class ImpactDto {
  @Int({ description: 'Unfinished tasks' }) tasks: number;
  @Json({ description: 'Number of unfinished tasks by status' }) by_status: Record<string, number>;
  @Int({ description: 'Seats that they hold now' }) held_seats: number;
  @Json({ items: ImpactRealm, description: 'Whose tasks they are, the most tasks first' })
  realms: ImpactRealm[];
}

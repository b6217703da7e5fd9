import { Id, Int, Json, Text } from '../../platform/http/fields';

/** A realm whose unfinished tasks would stop. */
export class ImpactRealm {
  @Id() id: number;
  @Text({ example: 'Quayside Desk' }) name: string;
  @Int({ description: 'Its unfinished tasks' }) tasks: number;
}

/** What disabling, closing or revoking something would stop. */
export class ImpactDto {
  @Int({ description: 'Unfinished tasks' }) tasks: number;
  @Json({ description: 'Number of unfinished tasks by status' }) by_status: Record<string, number>;
  @Int({ description: 'Seats that these tasks hold now' }) held_seats: number;
  @Json({ items: ImpactRealm, description: 'The realms of these tasks, by number of tasks' })
  realms: ImpactRealm[];
}

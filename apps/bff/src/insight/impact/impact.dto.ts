import { Id, Instant, Int, Json, Text } from '../../platform/http/fields';

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

/** Query of `GET /pauses/impact`. */
export class PauseImpactQuery {
  @Id({ optional: true, description: 'Your own realm; without it administrators get all realms' })
  realm_id?: number;
}

/** What a pause would hold back, or what its end sets going. */
export class PauseImpactDto {
  @Int({ description: 'Tasks that workers have now, without those that hold seats' }) running: number;
  @Int({ description: 'Tasks that wait for a worker' }) queued: number;
  @Int({ description: 'Scheduled tasks that start within the next hour' }) scheduled: number;
  @Int({ description: 'Scheduled tasks whose time has passed; they start once the pause ends' })
  overdue: number;
  @Int({ description: 'Baskets that people can still pay' }) baskets: number;
  @Instant({ nullable: true, description: 'When the first of these expires' }) next_expiry: Date | null;
}

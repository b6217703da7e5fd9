import { Id, Int } from '../../platform/http/fields';
import { DEFAULT_MINUTES, MAX_MINUTES } from './escalation-minutes';

/** For how long nobody may act in a realm before more people are notified. */
export class EscalationDto {
  @Int({
    min: 1,
    max: MAX_MINUTES,
    nullable: true,
    description: `Null: nothing is escalated; ${DEFAULT_MINUTES} unless it was set`,
    example: 5,
  })
  minutes: number | null;
}

/** Query of `GET /escalation`. */
export class EscalationQuery {
  @Id({ optional: true, description: 'Your own realm; required for administrators' }) realm_id?: number;
}

/** Body of `PUT /escalation`. */
export class EscalationInput {
  @Id({ optional: true, description: 'Your own realm; required for administrators' }) realm_id?: number;
  @Int({
    min: 1,
    max: MAX_MINUTES,
    nullable: true,
    description: 'After so many minutes, and again as many; null switches it off',
    example: 5,
  })
  minutes: number | null;
}

import { defaultEscalationMinutes, maxEscalationMinutes } from '@tessera/domain';
import { Id, Int } from '../../platform/http/fields';

/** For how long nobody may act in a realm before more people are notified. */
export class EscalationDto {
  @Int({
    min: 1,
    max: maxEscalationMinutes,
    nullable: true,
    description: `Null: nothing is escalated; ${defaultEscalationMinutes} unless it was set`,
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
    max: maxEscalationMinutes,
    nullable: true,
    description: 'After this number of minutes, and again after as many; null switches it off',
    example: 5,
  })
  minutes: number | null;
}

import { Enum, Id, Instant, Int, Json, Text } from '../platform/http/fields';
import { checkResults } from './protocol.dto';

const checkStates = ['unchecked', 'waiting', 'running', ...checkResults] as const;

/** Query of the routes of an event's login check. */
export class LoginCheckQuery {
  @Id({ optional: true, description: 'For administrators, who work in every realm' }) realm_id?: number;
}

/** A planned login and what its last check at the site found. */
export class CheckedLoginDto {
  @Id() login_id: number;
  @Id() realm_id: number;
  @Text({ example: 'buyer@quayside.example' }) login: string;
  @Enum(checkStates, {
    description:
      '`unchecked`: never asked; `waiting`: no worker has it yet; `running`: a worker signs in now',
  })
  state: (typeof checkStates)[number];
  @Text({ nullable: true, description: "The worker's words", example: 'The account is locked' }) message:
    string | null;
  @Instant({ nullable: true, description: 'When a waiting check is made at the earliest' })
  due_at: Date | null;
  @Instant({ nullable: true }) checked_at: Date | null;
}

/** The check of an event's planned logins: counts by state, and the logins. */
export class LoginCheckDto {
  @Id() event_id: number;
  @Int({ description: 'Enabled logins of unfinished tasks and drafts' }) planned: number;
  @Int() unchecked: number;
  @Int() waiting: number;
  @Int() running: number;
  @Int({ description: 'Signed in' }) active: number;
  @Int() wrong_password: number;
  @Int() locked: number;
  @Int() code_needed: number;
  @Int() unknown: number;
  @Int({ description: 'Connected workers that can check logins at the site' }) workers: number;
  @Instant({ nullable: true, description: 'The latest result' }) checked_at: Date | null;
  @Instant({ nullable: true, description: 'When the last waiting check is made at the earliest' })
  ends_at: Date | null;
  @Json({ items: CheckedLoginDto }) logins: CheckedLoginDto[];
}

import { Bool, Enum, Id, Ids, Instant, Int, Json, Text } from '../platform/http/fields';
import { checkResults } from '../work';

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

/** Most logins of one request. */
const MAX_LOGINS = 1000;

/** Body of `POST /sites/{siteId}/login-checks`. */
export class LoginChecksInput {
  @Ids({ min: 1, max: MAX_LOGINS, example: [17, 18] }) login_ids: number[];
  @Bool({ optional: true, description: 'Nothing is asked for; the response says what would be' })
  preview?: boolean;
}

/** Body of `POST /sites/{siteId}/login-checks/withdraw`. */
export class LoginChecksWithdrawal {
  @Ids({ min: 1, max: MAX_LOGINS, example: [17, 18] }) login_ids: number[];
}

/** Checks that were asked for or, in a preview, would be. */
export class AskedLoginChecksDto {
  @Int({ description: 'Logins to check' }) asked: number;
  @Int({ description: 'Left out: their check is open' }) open: number;
  @Int({ description: 'Left out: disabled' }) disabled: number;
  @Int({ description: 'The pace of the site, over all realms', example: 1 }) per_minute: number;
  @Int({ description: 'Connected workers that can check logins at the site' }) workers: number;
  @Instant({ nullable: true, description: 'When the first is made at the earliest; null: there is none' })
  starts_at: Date | null;
  @Instant({ nullable: true, description: 'When the last is made at the earliest' }) ends_at: Date | null;
}

/** Answer of `POST /sites/{siteId}/login-checks/withdraw`. */
export class WithdrawnLoginChecksDto {
  @Int() withdrawn: number;
  @Int({ description: 'Not withdrawn: a worker signs in now' }) running: number;
}

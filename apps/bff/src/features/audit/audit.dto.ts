import { type AuditAction, auditActions } from '../../platform/audit/actions';
import { Enum, Id, Instant, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';

export const actorKinds = ['user', 'worker', 'system'] as const;

const row = { type: 'object', additionalProperties: true };

/** One line of the ledger that nobody rewrites: who did what to what, when and from where. */
export class AuditDto {
  @Id() id: number;
  @Instant() at: Date;
  @Enum(actorKinds) actor_kind: (typeof actorKinds)[number];
  @Id({ nullable: true, description: "The user's id" }) actor_id: number | null;
  @Text({
    description: "An e-mail address, a worker token's name or a process",
    example: 'owner@quayside.example',
  })
  who: string;
  @Text({ description: "A person's name, else their e-mail; a worker's name; Tessera for its own processes" })
  actor_name: string;
  @Text({ nullable: true, description: 'Their role at the time', example: 'realm_owner' }) role:
    string | null;
  @Text({ nullable: true }) session_id: string | null;
  @Text({ nullable: true }) request_id: string | null;
  @Text({ nullable: true, description: 'Where the request came from', example: '203.0.113.7' }) address:
    string | null;
  @Enum(auditActions, { example: 'login.update' }) action: AuditAction;
  @Text({ example: 'login' }) entity: string;
  @Text({ nullable: true }) entity_id: string | null;
  @Text({ nullable: true, description: 'What it is called now, or was called last' }) entity_name:
    string | null;
  @Id({ nullable: true }) realm_id: number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Json({ schema: row, nullable: true, description: 'Of a change only what differs; never secrets' })
  before: Record<string, unknown> | null;
  @Json({ schema: row, nullable: true }) after: Record<string, unknown> | null;
}

/** Filters of `GET /audit`. */
export class AuditListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or e-mail of who acted' }) who?: string;
  @Text({ optional: true, description: 'Ids of users who acted, comma-joined' }) actor_id?: string;
  @Text({ optional: true, description: 'Actions, comma-joined' }) action?: string;
  @Text({ optional: true, description: 'Kinds of thing, comma-joined' }) entity?: string;
  @Text({ optional: true, max: 100 }) entity_id?: string;
  @Text({ optional: true }) realm_id?: string;
  @Text({ optional: true }) actor_kind?: string;
  @Instant({ optional: true, description: 'From this instant on' }) from?: string;
  @Instant({ optional: true, description: 'Before this instant' }) to?: string;
}

import { type AuditAction, auditActions } from '../../platform/audit/actions';
import { Enum, Id, Instant, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';

export const actorKinds = ['user', 'worker', 'publisher', 'system'] as const;

const row = { type: 'object', additionalProperties: true };

/** An entry of the audit log: who did what to which entity, when and from where. */
export class AuditDto {
  @Id() id: number;
  @Instant() at: Date;
  @Enum(actorKinds) actor_kind: (typeof actorKinds)[number];
  @Id({ nullable: true, description: "The user's id" }) actor_id: number | null;
  @Text({ description: 'An e-mail, the name of a token or a process', example: 'owner@quayside.example' })
  who: string;
  @Text({
    description:
      "A user's name or e-mail, the name of a worker or publisher, or Tessera for its own processes",
  })
  actor_name: string;
  @Text({ nullable: true, description: "The user's role at the time", example: 'realm_owner' }) role:
    string | null;
  @Text({ nullable: true }) session_id: string | null;
  @Text({ nullable: true }) request_id: string | null;
  @Text({ nullable: true, description: 'IP address of the request', example: '203.0.113.7' }) address:
    string | null;
  @Enum(auditActions, { example: 'login.update' }) action: AuditAction;
  @Text({ example: 'login' }) entity: string;
  @Text({ nullable: true }) entity_id: string | null;
  @Text({ nullable: true, description: 'Current name of the entity, or its last one' }) entity_name:
    string | null;
  @Id({ nullable: true }) realm_id: number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Id({ nullable: true, description: 'The rehearsal of the realm in which it happened' }) rehearsal_id:
    number | null;
  @Json({
    schema: row,
    nullable: true,
    description: 'For a change only the columns that differ; never secrets',
  })
  before: Record<string, unknown> | null;
  @Json({ schema: row, nullable: true }) after: Record<string, unknown> | null;
}

/** Filters of `GET /audit`. */
export class AuditListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or e-mail of the actor' }) who?: string;
  @Text({ optional: true, description: 'Ids of users, comma-separated' }) actor_id?: string;
  @Text({ optional: true, description: 'Actions, comma-separated' }) action?: string;
  @Text({ optional: true, description: 'Kinds of entity, comma-separated' }) entity?: string;
  @Text({ optional: true, max: 100 }) entity_id?: string;
  @Text({ optional: true, description: 'Ids of realms, with their rehearsals' }) realm_id?: string;
  @Text({ optional: true }) rehearsal_id?: string;
  @Text({ optional: true }) actor_kind?: string;
  @Instant({ optional: true, description: 'From this time (inclusive)' }) from?: string;
  @Instant({ optional: true, description: 'Until this time (exclusive)' }) to?: string;
}

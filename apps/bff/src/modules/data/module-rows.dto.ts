import { Id, Instant, Int, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';

const rowExample = { text: 'Aisle', status: 'open' };

/** A row that a module keeps. */
export class ModuleRowDto {
  @Text({ description: 'Chosen by the module', example: 'note-1' }) id: string;
  @Json({ example: rowExample }) data: Record<string, unknown>;
  @Id({ nullable: true }) task_id: number | null;
  @Id({ nullable: true }) job_id: number | null;
  @Id({ nullable: true }) login_id: number | null;
  @Id({ nullable: true }) ticket_id: number | null;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
  @Int({ min: 1, description: 'As in the ETag' }) version: number;
}

/** Body of `PUT /module-data/{module}/{entity}/{id}`: the whole row. */
export class ModuleRowInput {
  @Json({ description: 'An object of at most 16 KB as UTF-8', example: rowExample })
  data: Record<string, unknown>;
  @Id({ optional: true, nullable: true, description: "Only where the entity's rows are of tasks" })
  task_id?: number | null;
  @Id({ optional: true, nullable: true, description: "Only where the entity's rows are of jobs" })
  job_id?: number | null;
  @Id({ optional: true, nullable: true, description: "Only where the entity's rows are of logins" })
  login_id?: number | null;
  @Id({ optional: true, nullable: true, description: "Only where the entity's rows are of tickets" })
  ticket_id?: number | null;
}

/** Filters of `GET /module-data/{module}/{entity}`. */
export class ModuleRowListQuery extends ListQuery {
  @Text({ raw: true, max: 200, optional: true, description: "Value of the entity's first index" })
  index1?: string;
  @Text({ raw: true, max: 200, optional: true, description: "Value of the entity's second index" })
  index2?: string;
  @Text({ optional: true, description: 'Ids, comma-joined, or excluded by a leading !' }) task_id?: string;
  @Text({ optional: true, description: 'Ids, comma-joined, or excluded by a leading !' }) job_id?: string;
  @Text({ optional: true, description: 'Ids, comma-joined, or excluded by a leading !' }) login_id?: string;
  @Text({ optional: true, description: 'Ids, comma-joined, or excluded by a leading !' }) ticket_id?: string;
}

/** Body of `POST /module-data/{module}/token`. */
export class RowsTokenInput {
  @Id({ optional: true, description: "The realm whose rows it is for; administrators' alone need it" })
  realm_id?: number;
}

/** What a module's requests for its rows carry. */
export class RowsTokenDto {
  @Text({
    description: 'For the header X-Module-Token',
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmVk',
  })
  token: string;
  @Instant() expires_at: string;
}

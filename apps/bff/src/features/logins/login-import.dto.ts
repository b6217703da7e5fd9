import { Bool, Enum, Id, Ids, Int, Json, Text, Texts } from '../../platform/http/fields';

/** Rows that one import takes. */
export const MAX_IMPORT_ROWS = 2000;

/** Query of `POST /sites/{id}/logins/import`. */
export class LoginImportQuery {
  @Bool({ optional: true, description: 'Checks everything, the limit too, and writes nothing' })
  dry_run?: boolean;
  @Bool({
    optional: true,
    description:
      'A row whose e-mail is a login of the site already changes it; otherwise such a row is an error',
  })
  update?: boolean;
  @Id({ optional: true, description: 'Administrators must name it, others may name their own' })
  realm_id?: number;
}

/** What is wrong with a row. */
export class ImportRowError {
  @Int({ min: 1, description: 'As a spreadsheet counts them: 1 is the header' }) row: number;
  @Text() field: string;
  @Text() message: string;
}

/** What a row does to the logins of its site. */
export const importOutcomes = ['new', 'changed', 'unchanged', 'faulty'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** What a row does, or would do. */
export class ImportRowResult {
  @Int({ min: 2, description: 'As a spreadsheet counts them: 1 is the header' }) row: number;
  @Text({ nullable: true, description: 'Null where it could not be read' }) email: string | null;
  @Enum(importOutcomes, { description: 'faulty: `errors` says why' }) outcome: ImportOutcome;
  @Texts({
    description: 'The fields that it sets or changes; a secret that is given always counts as changed',
  })
  fields: string[];
}

/** Answer of `POST /sites/{id}/logins/import`. */
export class LoginImportDto {
  @Bool() dry_run: boolean;
  @Int({ description: 'Rows in the file' }) rows: number;
  @Int({ description: 'Rows without an error' }) valid: number;
  @Ids({ description: 'The new logins in the order of the rows; none on a dry run' }) ids: number[];
  @Json({ items: ImportRowResult, description: 'Every row, in order' }) results: ImportRowResult[];
  @Json({ items: ImportRowError, description: 'At most 500' }) errors: ImportRowError[];
}

import { Bool, Id, Ids, Int, Json, Text } from '../../platform/http/fields';

/** Rows that one import takes. */
export const MAX_IMPORT_ROWS = 2000;

/** Query of `POST /sites/{id}/logins/import`. */
export class LoginImportQuery {
  @Bool({ optional: true, description: 'Checks everything, the limit too, and writes nothing' })
  dry_run?: boolean;
  @Id({ optional: true, description: 'Administrators must name it, others may name their own' })
  realm_id?: number;
}

/** What is wrong with a row. */
export class ImportRowError {
  @Int({ min: 1, description: 'As a spreadsheet counts them: 1 is the header' }) row: number;
  @Text() field: string;
  @Text() message: string;
}

/** Answer of `POST /sites/{id}/logins/import`. */
export class LoginImportDto {
  @Bool() dry_run: boolean;
  @Int({ description: 'Rows in the file' }) rows: number;
  @Int({ description: 'Rows without an error' }) valid: number;
  @Ids({ description: 'The new logins in the order of the rows; none on a dry run' }) ids: number[];
  @Json({ items: ImportRowError, description: 'At most 500' }) errors: ImportRowError[];
}

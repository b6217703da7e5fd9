import {
  type FieldError,
  type FieldErrorCode,
  fieldErrorCodes,
} from '../../platform/errors/field-error-codes';
import { type Separator, separators } from '../../platform/http/csv';
import { Bool, Enum, Id, Ids, Int, Json, Text, Texts } from '../../platform/http/fields';

/** Most rows of an import. */
export const MAX_IMPORT_ROWS = 2000;
/** Most rows, and most errors, in a response. */
export const MAX_SHOWN_ROWS = 500;

/** Query of `POST /sites/{id}/logins/import`. */
export class LoginImportQuery {
  @Bool({ optional: true, description: 'Checks everything, including the limit, and saves nothing' })
  dry_run?: boolean;
  @Bool({
    optional: true,
    description:
      'A row whose e-mail already has a login at the site changes it; otherwise such a row is an error',
  })
  update?: boolean;
  @Bool({ optional: true, description: 'Imports the rows without an error and skips the others' })
  skip_invalid?: boolean;
  @Text({
    max: 8000,
    optional: true,
    example: '{"Mail address":"email","Notes":null}',
    description:
      'A JSON object that assigns columns of the header to fields, or null to ignore one; other columns are assigned by name',
  })
  columns?: string;
  @Id({ optional: true, description: 'Required for administrators; others may only name their own' })
  realm_id?: number;
}

/** A column of the file. */
export class ImportColumn {
  @Int({ min: 1, example: 1 }) position: number;
  @Text({
    nullable: true,
    description: 'As in the header; null when the file has no header',
    example: 'Quayside Desk',
  })
  name: string | null;
  @Text({ nullable: true, description: 'Null: unknown or ignored' }) field: string | null;
  @Bool({ description: 'Ignored by `columns` of the request' }) ignored: boolean;
}

/** The number of rows by outcome. */
export class ImportCounts {
  @Int() new: number;
  @Int() changed: number;
  @Int() unchanged: number;
  @Int() faulty: number;
}

/** An error of a row; row 1 is the header. */
export type RowError = FieldError & { row: number };

/** An error of a row in the response. */
export class ImportRowError {
  @Int({ min: 1, description: 'As in a spreadsheet: 1 is the header' }) row: number;
  @Text() field: string;
  @Text({ example: 'Seats held' }) message: string;
  @Enum(fieldErrorCodes, { description: 'The rule that the row breaks' }) code: FieldErrorCode;
  @Json({ description: 'The values in the message by name' })
  params: Record<string, string | number>;
}

/** The effect of a row on the logins of its site. */
const importOutcomes = ['new', 'changed', 'unchanged', 'faulty'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** The effect of a row; in a dry run, what it would be. */
export class ImportRowResult {
  @Int({ min: 2, description: 'As in a spreadsheet: 1 is the header' }) row: number;
  @Text({ nullable: true, description: 'Null when it could not be read', example: 'owner@quayside.example' })
  email: string | null;
  @Enum(importOutcomes, { description: 'faulty: see `errors`' }) outcome: ImportOutcome;
  @Texts({ description: 'The fields that it sets or changes; a secret always counts as changed' })
  fields: string[];
}

/** Answer of `POST /sites/{id}/logins/import`. */
export class LoginImportDto {
  @Bool() dry_run: boolean;
  @Int({ description: 'Rows in the file' }) rows: number;
  @Int({ description: 'Rows without an error' }) valid: number;
  @Ids({ description: 'The new logins in the order of the rows; none in a dry run' }) ids: number[];
  @Enum(separators, { description: 'The separator of cells, detected from the header' })
  separator: Separator;
  @Json({ items: ImportColumn }) columns: ImportColumn[];
  @Json({ type: ImportCounts, description: 'Rows by outcome' })
  counts: ImportCounts;
  @Json({
    items: ImportRowResult,
    description: 'At most 500 rows, in order; rows with an error take precedence',
  })
  results: ImportRowResult[];
  @Json({ items: ImportRowError, description: 'At most 500; errors of row 1 concern the whole file' })
  errors: ImportRowError[];
}

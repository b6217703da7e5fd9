import {
  type FieldError,
  type FieldErrorCode,
  fieldErrorCodes,
} from '../../platform/errors/field-error-codes';
import { type Separator, separators } from '../../platform/http/csv';
import { Bool, Enum, Id, Ids, Int, Json, Text, Texts } from '../../platform/http/fields';

/** Rows that one import takes. */
export const MAX_IMPORT_ROWS = 2000;
/** Rows, and errors, that its answer shows. */
export const MAX_SHOWN_ROWS = 500;

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
  @Bool({ optional: true, description: 'Imports the rows without an error and leaves out the others' })
  skip_invalid?: boolean;
  @Text({
    max: 8000,
    optional: true,
    example: '{"Mail address":"email","Notes":null}',
    description:
      'A JSON object that assigns columns of the header to fields, null to ignore one; the others go by their names',
  })
  columns?: string;
  @Id({ optional: true, description: 'Administrators must name it, others may name their own' })
  realm_id?: number;
}

/** What a column of the file is. */
export class ImportColumn {
  @Int({ min: 1, example: 1 }) position: number;
  @Text({
    nullable: true,
    description: 'As in the header; null where the file seems to have none',
    example: 'Quayside Desk',
  })
  name: string | null;
  @Text({ nullable: true, description: 'Null: unknown or ignored' }) field: string | null;
  @Bool({ description: 'By `columns` of the request' }) ignored: boolean;
}

/** How many rows there are of each outcome. */
export class ImportCounts {
  @Int() new: number;
  @Int() changed: number;
  @Int() unchanged: number;
  @Int() faulty: number;
}

/** What is wrong with a row, or with the header, which is row 1. */
export type RowError = FieldError & { row: number };

/** What is wrong with a row, as it is answered. */
export class ImportRowError {
  @Int({ min: 1, description: 'As a spreadsheet counts them: 1 is the header' }) row: number;
  @Text() field: string;
  @Text({ example: 'Seats held' }) message: string;
  @Enum(fieldErrorCodes, { description: 'The rule that the message states' }) code: FieldErrorCode;
  @Json({ description: 'The numbers and words in the message' })
  params: Record<string, string | number>;
}

/** What a row does to the logins of its site. */
export const importOutcomes = ['new', 'changed', 'unchanged', 'faulty'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** What a row does, or would do. */
export class ImportRowResult {
  @Int({ min: 2, description: 'As a spreadsheet counts them: 1 is the header' }) row: number;
  @Text({ nullable: true, description: 'Null where it could not be read', example: 'owner@quayside.example' })
  email: string | null;
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
  @Enum(separators, { description: 'What stands between the cells, as the header shows' })
  separator: Separator;
  @Json({ items: ImportColumn }) columns: ImportColumn[];
  @Json({ type: ImportCounts, description: 'Rows by outcome' })
  counts: ImportCounts;
  @Json({ items: ImportRowResult, description: 'At most 500 rows, in order; those with an error come first' })
  results: ImportRowResult[];
  @Json({ items: ImportRowError, description: 'At most 500; of row 1 where they are about the whole file' })
  errors: ImportRowError[];
}

import type { ImportRowResult, LoginImportDto } from '@tessera/api';
import { fieldErrorText } from '@tessera/ui';

export type Outcome = ImportRowResult['outcome'];

/** A line of the table: a row, or one error of an invalid row. */
export interface ImportLine {
  key: string;
  row: number;
  email: string | null;
  outcome: Outcome;
  /** The field of the error, or the fields that are set or changed. */
  fields: readonly string[];
  reason: string | null;
}

/** Lists the rows in order; an invalid row has one line per error. */
export function toImportLines({ results, errors }: Pick<LoginImportDto, 'results' | 'errors'>): ImportLine[] {
  const errorsByRow = Map.groupBy(errors, ({ row }) => row);
  return results.flatMap(({ row, email, outcome, fields }): ImportLine[] => {
    const line = { row, email, outcome };
    if (outcome !== 'faulty') return [{ ...line, key: String(row), fields, reason: null }];
    return [...(errorsByRow.get(row) ?? [null])].map((fault, i) => ({
      ...line,
      key: `${row}.${i}`,
      fields: fault ? [fault.field] : [],
      // The server reports details for the first 500 errors only.
      reason: fault ? fieldErrorText(fault) : null,
    }));
  });
}

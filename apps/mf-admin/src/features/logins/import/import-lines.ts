import type { ImportRowResult, LoginImportDto } from '@tessera/api';
import { fieldErrorText } from '@tessera/ui';

export type Outcome = ImportRowResult['outcome'];

/** A line of the check: a row, or one of the faults of a row. */
export interface ImportLine {
  key: string;
  row: number;
  email: string | null;
  outcome: Outcome;
  /** The fault's field, or the fields that are set or changed. */
  fields: readonly string[];
  reason: string | null;
}

/** The rows in order, a faulty one once for each fault. */
export function linesOf({ results, errors }: Pick<LoginImportDto, 'results' | 'errors'>): ImportLine[] {
  const faults = Map.groupBy(errors, ({ row }) => row);
  return results.flatMap(({ row, email, outcome, fields }): ImportLine[] => {
    const line = { row, email, outcome };
    if (outcome !== 'faulty') return [{ ...line, key: String(row), fields, reason: null }];
    return [...(faults.get(row) ?? [null])].map((fault, i) => ({
      ...line,
      key: `${row}.${i}`,
      fields: fault ? [fault.field] : [],
      // Past its first 500 faults the server names the rows alone.
      reason: fault ? fieldErrorText(fault) : null,
    }));
  });
}

import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import type { ErrorInfo } from '../feedback/problem';

/**
 * Puts the server's field errors at their fields, by the wire's names or those of `rename`; answers the details that
 * no field of the form takes, to be shown above it.
 */
export function applyFieldErrors<T extends FieldValues>(
  details: ErrorInfo['details'],
  names: readonly string[],
  setError: UseFormSetError<T>,
  rename: Readonly<Record<string, FieldPath<T>>> = {},
): { field: string; message: string }[] {
  const left: { field: string; message: string }[] = [];
  let first = true;
  for (const detail of details ?? []) {
    const name = rename[detail.field] ?? detail.field;
    const known = names.some(
      (own) => name === own || name.startsWith(`${own}.`) || name.startsWith(`${own}[`),
    );
    if (!known) {
      left.push(detail);
      continue;
    }
    const path = name.replace(/\[(\d+)\]/g, '.$1') as FieldPath<T>;
    setError(path, { type: 'server', message: detail.message }, { shouldFocus: first });
    first = false;
  }
  return left;
}

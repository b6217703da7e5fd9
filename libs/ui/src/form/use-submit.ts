import { useState, type FormEvent } from 'react';
import type { FieldPath, FieldValues, UseFormReturn, UseFormSetError } from 'react-hook-form';
import { isAbort, describeError, type ErrorInfo } from '../feedback/error-info';

export interface SubmitOptions<T extends FieldValues> {
  onDone?: () => void;
  rename?: Readonly<Record<string, FieldPath<T>>>;
}

/** Submits a form and puts what the server refuses at its fields; the rest is the answered problem. */
export function useSubmit<T extends FieldValues>(
  form: UseFormReturn<T>,
  save: (values: T) => Promise<unknown>,
  { onDone, rename }: SubmitOptions<T> = {},
): { submit: (event: FormEvent) => void; error: ErrorInfo | null } {
  const [error, setError] = useState<ErrorInfo | null>(null);
  const submit = (event: FormEvent) => {
    // A dialog's form may stand inside another form of the page.
    event.stopPropagation();
    void form.handleSubmit(async (values) => {
      setError(null);
      try {
        await save(values);
      } catch (thrown) {
        if (isAbort(thrown)) return;
        const refused = describeError(thrown);
        const names = Object.keys(form.getValues());
        const left = applyFieldErrors(refused.details, names, form.setError, rename);
        const placed = (refused.details?.length ?? 0) > 0 && left.length === 0;
        if (placed) return;
        const message = [refused.message, ...left.map((detail) => `${detail.field}: ${detail.message}`)].join(
          '. ',
        );
        setError({ ...refused, message });
        return;
      }
      onDone?.();
    })(event);
  };
  return { submit, error };
}

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

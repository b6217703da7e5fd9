import { type SubmitEvent, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn, UseFormSetError } from 'react-hook-form';
import { describeError, type ErrorInfo, isAbort } from '../feedback/error-info';
import { useUnsavedInput } from './unsaved-input';

export interface SubmitOptions<T extends FieldValues> {
  onDone?: () => void;
  rename?: Readonly<Record<string, FieldPath<T>>>;
}

/** Submits a form; errors of the server go to their fields, all others are returned as `error`. */
export function useSubmit<T extends FieldValues>(
  form: UseFormReturn<T>,
  save: (values: T) => Promise<unknown>,
  { onDone, rename }: SubmitOptions<T> = {},
): { submit: (event: SubmitEvent) => void; error: ErrorInfo | null } {
  const [error, setError] = useState<ErrorInfo | null>(null);
  useUnsavedInput(form.formState.isDirty);
  const submit = (event: SubmitEvent) => {
    // The event of a dialog's form bubbles to a form of the page that contains the dialog.
    event.stopPropagation();
    void form.handleSubmit(async (values) => {
      setError(null);
      try {
        await save(values);
      } catch (thrown) {
        if (isAbort(thrown)) return;
        const refused = describeError(thrown);
        const names = Object.keys(form.getValues());
        const unplaced = applyFieldErrors(refused.details, names, form.setError, rename);
        if (refused.details?.length && unplaced.length === 0) return;
        const message = [
          refused.message,
          ...unplaced.map((detail) => `${detail.field}: ${detail.message}`),
        ].join('. ');
        setError({ ...refused, message });
        return;
      }
      onDone?.();
    })(event);
  };
  return { submit, error };
}

/**
 * Sets the server's errors at their fields, by the API's names or those of `rename`.
 *
 * @returns the errors without a field in the form, to be shown above it
 */
function applyFieldErrors<T extends FieldValues>(
  details: ErrorInfo['details'],
  names: readonly string[],
  setError: UseFormSetError<T>,
  rename: Readonly<Record<string, FieldPath<T>>> = {},
): { field: string; message: string }[] {
  const unplaced: { field: string; message: string }[] = [];
  let first = true;
  for (const detail of details ?? []) {
    const name = rename[detail.field] ?? detail.field;
    const known = names.some(
      (own) => name === own || name.startsWith(`${own}.`) || name.startsWith(`${own}[`),
    );
    if (!known) {
      unplaced.push(detail);
      continue;
    }
    const path = name.replace(/\[(\d+)\]/g, '.$1') as FieldPath<T>;
    setError(path, { type: 'server', message: detail.message }, { shouldFocus: first });
    first = false;
  }
  return unplaced;
}

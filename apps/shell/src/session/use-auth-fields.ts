import { type Ref, type SubmitEvent, useRef, useState } from 'react';

type Check = (value: string) => string | undefined;

/** The props that PlainTextField takes. */
interface AuthField {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  inputRef: Ref<HTMLInputElement>;
}

/**
 * State of the text fields on a page before signing in, without the form library, which is larger than these pages.
 *
 * @param checks return the error of each field's value, if any
 */
export function useAuthFields<Name extends string>(checks: Readonly<Record<Name, Check>>) {
  type Texts = Record<Name, string>;
  type Errors = { [N in Name]?: string | undefined };
  const names = Object.keys(checks) as Name[];
  const [values, setValues] = useState(() => Object.fromEntries(names.map((name) => [name, ''])) as Texts);
  const [errors, setErrors] = useState<Errors>({});
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});

  const show = (found: Errors) => {
    setErrors(found);
    const first = names.find((name) => found[name] !== undefined);
    if (first) inputs.current[first]?.focus();
  };
  return {
    field: (name: Name): AuthField => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }));
        // A field with an error is checked again on each change.
        if (errors[name] !== undefined) setErrors({ ...errors, [name]: checks[name](value) });
      },
      inputRef: (input) => void (inputs.current[name] = input),
    }),
    /** Sets a field's value. */
    fill: (name: Name, value: string): void => setValues((before) => ({ ...before, [name]: value })),
    /** Submits valid values; else shows the errors and focuses the first field with one. */
    onSubmit:
      (send: (values: Texts) => void) =>
      (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
        event.preventDefault();
        const found: Errors = {};
        for (const name of names) {
          const error = checks[name](values[name]);
          if (error !== undefined) found[name] = error;
        }
        show(found);
        if (Object.keys(found).length === 0) send(values);
        return Promise.resolve();
      },
    /** Shows the server's validation errors at their fields. */
    refuse: (details: readonly { field: string; message: string }[] | undefined) =>
      show(
        Object.fromEntries(
          (details ?? [])
            .filter(({ field }) => field in checks)
            .map(({ field, message }) => [field, message]),
        ) as Errors,
      ),
  };
}

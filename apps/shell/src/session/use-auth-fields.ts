import { useRef, useState, type Ref, type SubmitEvent } from 'react';

type Check = (value: string) => string | undefined;

/** What PlainTextField takes of one field. */
interface AuthField {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  inputRef: Ref<HTMLInputElement>;
}

/**
 * The few text fields of a page before signing in, without the form library, which is larger than these pages.
 *
 * @param checks what is wrong with each field's value, in words
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
        // What was found wrong is checked again while it is corrected.
        if (errors[name] !== undefined) setErrors({ ...errors, [name]: checks[name](value) });
      },
      inputRef: (input) => void (inputs.current[name] = input),
    }),
    /** Sets a field's value, e.g. to one that is known already. */
    fill: (name: Name, value: string): void => setValues((before) => ({ ...before, [name]: value })),
    /** Sends what is right; else names what isn't and goes to the first of it. */
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
    /** Puts what the server refuses at its fields. */
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

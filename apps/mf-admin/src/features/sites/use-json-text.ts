import { useState } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { useTexts } from '../../texts';
import { fromJson, toJson } from './config-json';
import type { ConfigValues } from './config-values';

/** A config edited as JSON: what is typed goes into the form as soon as it is a config. */
export function useJsonText(form: UseFormReturn<ConfigValues>, values: ConfigValues) {
  const t = useTexts();
  // What is typed, kept apart from the form: it need not be JSON at every moment. Null: the form is shown.
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>();
  return {
    open: text !== null,
    text: text ?? '',
    error,
    show: () => setText((before) => before ?? toJson(values)),
    close: () => {
      if (error === undefined) setText(null);
    },
    write: (typed: string) => {
      setText(typed);
      const read = fromJson(t, typed, values);
      if (typeof read === 'string') return setError(read);
      setError(undefined);
      for (const [field, value] of Object.entries(read))
        form.setValue(field as FieldPath<ConfigValues>, value as never, {
          shouldDirty: true,
          shouldValidate: true,
        });
    },
  };
}

import { useId } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { Checkbox } from './checkbox';
import { describedBy } from './field-frame';
import type { FieldProps } from './field-props';
import { ToggleFrame } from './toggle-frame';

export interface CheckboxFieldProps<T extends FieldValues> extends FieldProps<T> {
  /** The form holds 1 and 0 (a site's `enabled`). */
  numeric?: boolean;
}

/** Yes or no of a form: a boolean, or 1 and 0 with `numeric`. */
export function CheckboxField<T extends FieldValues>(props: CheckboxFieldProps<T>) {
  const { control, name, rules, label, help, disabled = false, numeric = false } = props;
  const { field, fieldState } = useController({ control, name, rules });
  const id = useId();
  const error = fieldState.error?.message;
  return (
    <ToggleFrame id={id} label={label} help={help} error={error}>
      <Checkbox
        id={id}
        checked={Boolean(field.value)}
        disabled={disabled}
        onChange={(_event, on) => field.onChange(numeric ? Number(on) : on)}
        onBlur={field.onBlur}
        slotProps={{ input: { ref: field.ref, 'aria-describedby': describedBy(id, help, error) } }}
      />
    </ToggleFrame>
  );
}

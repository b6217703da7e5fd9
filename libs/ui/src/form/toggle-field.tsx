import { useId, type ComponentType, type FocusEventHandler, type Ref } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { describedBy } from './field-frame';
import type { FieldProps } from './field-props';
import { ToggleFrame } from './toggle-frame';

export interface ToggleFieldProps<T extends FieldValues> extends FieldProps<T> {
  /** The form holds 1 and 0 (a site's `enabled`). */
  numeric?: boolean;
}

/** What a checkbox and a switch have in common. */
type Toggle = ComponentType<{
  id: string;
  checked: boolean;
  disabled: boolean;
  onChange: (event: unknown, on: boolean) => void;
  onBlur: FocusEventHandler;
  slotProps: { input: { ref: Ref<HTMLInputElement>; 'aria-describedby': string | undefined } };
}>;

/** Yes or no of a form: a boolean, or 1 and 0 with `numeric`. */
export function ToggleField<T extends FieldValues>(props: ToggleFieldProps<T> & { toggle: Toggle }) {
  const { control, name, rules, label, help, disabled = false, numeric = false, toggle: Toggle } = props;
  const { field, fieldState } = useController({ control, name, rules });
  const id = useId();
  const error = fieldState.error?.message;
  return (
    <ToggleFrame id={id} label={label} help={help} error={error}>
      <Toggle
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

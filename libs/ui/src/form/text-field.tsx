import { type FieldValues, useController } from 'react-hook-form';
import type { FieldProps } from './field-frame';
import { PlainTextField, type PlainTextFieldProps } from './plain-text-field';

export type TextFieldProps<T extends FieldValues> = FieldProps<T> &
  Omit<PlainTextFieldProps, 'value' | 'onChange' | 'onBlur' | 'error' | 'name' | 'inputRef' | 'label'>;

/** A text field; an absent value shows as empty. */
export function TextField<T extends FieldValues>({ control, name, rules, ...rest }: TextFieldProps<T>) {
  const { field, fieldState } = useController({ control, name, rules });
  return (
    <PlainTextField
      {...rest}
      name={field.name}
      inputRef={field.ref}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

import { TextField, type TextFieldProps } from '@tessera/ui/forms';
import type { FieldValues } from 'react-hook-form';
import { usePasswordVisibility } from './use-password-visibility';

/** A password of a form that can be looked at while typing. */
export function PasswordField<T extends FieldValues>(props: Omit<TextFieldProps<T>, 'type' | 'end'>) {
  return <TextField {...(props as TextFieldProps<T>)} {...usePasswordVisibility()} />;
}

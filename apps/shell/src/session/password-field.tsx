import type { FieldValues } from 'react-hook-form';
import { TextField, type TextFieldProps } from '@tessera/ui/forms';
import { usePasswordVisibility } from './use-password-visibility';

/** A form's password field with a button that shows the password. */
export function PasswordField<T extends FieldValues>(props: Omit<TextFieldProps<T>, 'type' | 'end'>) {
  return <TextField {...props} {...usePasswordVisibility()} />;
}

import { PlainTextField, type PlainTextFieldProps } from '@tessera/ui/text-field';
import { usePasswordVisibility } from './use-password-visibility';

/** A password field with a button that shows the password, for forms without react-hook-form. */
export function PlainPasswordField(props: Omit<PlainTextFieldProps, 'type' | 'end'>) {
  return <PlainTextField {...props} {...usePasswordVisibility()} />;
}

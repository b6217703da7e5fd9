import { PlainTextField, type PlainTextFieldProps } from '@tessera/ui/text-field';
import { usePasswordVisibility } from './use-password-visibility';

/** A password that can be looked at while typing, outside a form of react-hook-form. */
export function PlainPasswordField(props: Omit<PlainTextFieldProps, 'type' | 'end'>) {
  return <PlainTextField {...props} {...usePasswordVisibility()} />;
}

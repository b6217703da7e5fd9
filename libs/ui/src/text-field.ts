// A text field by itself, for the pages before signing in, which have no form library.

export { PlainTextField, type PlainTextFieldProps } from './form/plain-text-field';

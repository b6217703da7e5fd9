// For the pages before signing in: a text field without the form library.

export { PlainTextField, type PlainTextFieldProps } from './form/plain-text-field';

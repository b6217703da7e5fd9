import type { FieldValues } from 'react-hook-form';
import { Checkbox } from './checkbox';
import { ToggleField, type ToggleFieldProps } from './toggle-field';

export type CheckboxFieldProps<T extends FieldValues> = ToggleFieldProps<T>;

/** Yes or no of a form as a checkbox: a boolean, or 1 and 0 with `numeric`. */
export const CheckboxField = <T extends FieldValues>(props: CheckboxFieldProps<T>) => (
  <ToggleField {...props} toggle={Checkbox} />
);

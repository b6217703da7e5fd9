import { Switch } from '@mui/material';
import type { FieldValues } from 'react-hook-form';
import { ToggleField, type ToggleFieldProps } from './toggle-field';

export type SwitchFieldProps<T extends FieldValues> = ToggleFieldProps<T>;

/** Yes or no of a form as a switch: a boolean, or 1 and 0 with `numeric`. */
export const SwitchField = <T extends FieldValues>(props: SwitchFieldProps<T>) => (
  <ToggleField {...props} toggle={Switch} />
);

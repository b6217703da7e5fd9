import type { ReactNode } from 'react';
import type { Control, FieldPath, FieldValues, RegisterOptions } from 'react-hook-form';

/** What every field of a react-hook-form takes. */
export interface FieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPath<T>;
  label: ReactNode;
  help?: ReactNode;
  optional?: boolean;
  disabled?: boolean;
  rules?: Omit<RegisterOptions<T, FieldPath<T>>, 'disabled' | 'valueAsNumber' | 'valueAsDate' | 'setValueAs'>;
}

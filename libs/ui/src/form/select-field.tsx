import { MenuItem, OutlinedInput, Select, type SxProps, type Theme } from '@mui/material';
import { type ReactNode, type Ref, useId } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { describedBy, FieldFrame, type FieldProps } from './field-frame';

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface PlainSelectProps {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  options: readonly Option[];
  /** The label of the empty value, which can then be selected. */
  empty?: string;
  help?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  disabled?: boolean;
  inputRef?: Ref<unknown>;
  sx?: SxProps<Theme>;
}

/** A select outside a react-hook-form; inside one use SelectField. */
export function PlainSelect(props: PlainSelectProps) {
  const { label, value, onChange, onBlur, options, empty, help, error, optional, disabled, inputRef, sx } =
    props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} help={help} error={error} sx={sx} optional={optional}>
      <Select
        id={id}
        labelId={`${id}-label`}
        fullWidth
        displayEmpty
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        error={Boolean(error)}
        disabled={disabled ?? false}
        inputRef={inputRef}
        input={<OutlinedInput notched={false} />}
        SelectDisplayProps={{ 'aria-describedby': describedBy(id, help, error), id }}
      >
        {empty === undefined ? null : <MenuItem value="">{empty}</MenuItem>}
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value} disabled={option.disabled ?? false}>
            {option.label}
          </MenuItem>
        ))}
      </Select>
    </FieldFrame>
  );
}

export interface SelectFieldProps<T extends FieldValues> extends FieldProps<T> {
  options: readonly Option[];
  /** The label of null, which can then be selected. */
  empty?: string;
  /** The form's value is a number (an id). */
  numeric?: boolean;
}

/** A select; the form's value is a string, a number with `numeric`, or null when empty. */
export function SelectField<T extends FieldValues>(props: SelectFieldProps<T>) {
  const { control, name, rules, numeric = false, ...rest } = props;
  const { field, fieldState } = useController({ control, name, rules });
  const value: unknown = field.value;
  return (
    <PlainSelect
      {...rest}
      inputRef={field.ref}
      value={typeof value === 'number' || typeof value === 'string' ? String(value) : ''}
      onChange={(chosen) => field.onChange(chosen === '' ? null : numeric ? Number(chosen) : chosen)}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

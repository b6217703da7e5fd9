import { OutlinedInput, type SxProps, type Theme } from '@mui/material';
import { type HTMLInputTypeAttribute, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import { mono as monoFont } from '../theme/typography';
import { describedBy, FieldFrame } from './field-frame';

export interface PlainTextFieldProps {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  help?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  type?: HTMLInputTypeAttribute;
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
  /** The rows of a multiline field. */
  rows?: number;
  maxLength?: number;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'url' | 'tel';
  /** Id of a `datalist` with suggestions. */
  list?: string;
  mono?: boolean;
  /** 38 px high, for the pages before signing in. */
  large?: boolean;
  start?: ReactNode;
  end?: ReactNode;
  name?: string;
  inputRef?: Ref<HTMLInputElement>;
  sx?: SxProps<Theme>;
}

/** A text field outside a react-hook-form; inside one use TextField. */
export function PlainTextField(props: PlainTextFieldProps) {
  const {
    label,
    value,
    onChange,
    help,
    error,
    optional,
    rows,
    mono,
    large = false,
    start,
    end,
    sx,
    readOnly,
    maxLength,
    inputMode,
    list,
    ...rest
  } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} help={help} error={error} sx={sx} optional={optional}>
      <OutlinedInput
        id={id}
        fullWidth
        size={large ? 'medium' : 'small'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={Boolean(error)}
        readOnly={readOnly ?? false}
        startAdornment={start}
        endAdornment={end}
        {...(rows ? { multiline: true, rows } : {})}
        slotProps={{
          input: {
            'aria-describedby': describedBy(id, help, error),
            maxLength,
            inputMode,
            list,
            style: mono ? { fontFamily: monoFont, fontSize: 12 } : undefined,
          },
        }}
        {...rest}
      />
    </FieldFrame>
  );
}

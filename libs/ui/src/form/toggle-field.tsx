import { styled, Switch } from '@mui/material';
import { CircleAlert } from 'lucide-react';
import { type ComponentType, type FocusEventHandler, type ReactNode, type Ref, useId } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { Checkbox } from './checkbox';
import { describedBy, type FieldProps } from './field-frame';

export interface ToggleFieldProps<T extends FieldValues> extends FieldProps<T> {
  /** The form's value is 1 or 0 (a site's `enabled`). */
  numeric?: boolean;
}

/** The props that Checkbox and Switch have in common. */
type Toggle = ComponentType<{
  id: string;
  checked: boolean;
  disabled: boolean;
  onChange: (event: unknown, on: boolean) => void;
  onBlur: FocusEventHandler;
  slotProps: { input: { ref: Ref<HTMLInputElement>; 'aria-describedby': string | undefined } };
}>;

/** A checkbox or a switch; the form's value is a boolean, or 1 and 0 with `numeric`. */
function ToggleField<T extends FieldValues>(props: ToggleFieldProps<T> & { toggle: Toggle }) {
  const { control, name, rules, label, help, disabled = false, numeric = false, toggle: Toggle } = props;
  const { field, fieldState } = useController({ control, name, rules });
  const id = useId();
  const error = fieldState.error?.message;
  return (
    <ToggleFrame id={id} label={label} help={help} error={error}>
      <Toggle
        id={id}
        checked={Boolean(field.value)}
        disabled={disabled}
        onChange={(_event, on) => field.onChange(numeric ? Number(on) : on)}
        onBlur={field.onBlur}
        slotProps={{ input: { ref: field.ref, 'aria-describedby': describedBy(id, help, error) } }}
      />
    </ToggleFrame>
  );
}

const Root = styled('div')(({ theme: { vars, typography } }) => ({
  '& label': { ...typography.body2, display: 'inline-flex', alignItems: 'center', gap: 8, cursor: 'pointer' },
  // Aligns the checkbox itself, not its larger click target, with the fields above.
  '& .MuiCheckbox-root': {
    margin: '0 -4px 0 -4.5px',
    '@media (pointer: coarse)': { margin: '0 -8px 0 -12px' },
  },
  '& .note': {
    ...typography.caption,
    display: 'flex',
    gap: 6,
    marginTop: 4,
    color: vars.palette.text.tertiary,
  },
  '& .note.error': { color: vars.palette.status.cinnabar.text },
}));

interface ToggleFrameProps {
  id: string;
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** A switch or checkbox with its label beside and help or error below. */
function ToggleFrame({ id, label, help, error, children }: ToggleFrameProps) {
  return (
    <Root>
      <label htmlFor={id}>
        {children}
        {label}
      </label>
      {error ? (
        <span className="note error" id={`${id}-error`}>
          <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
          {error}
        </span>
      ) : help ? (
        <span className="note" id={`${id}-help`}>
          {help}
        </span>
      ) : null}
    </Root>
  );
}

export type CheckboxFieldProps<T extends FieldValues> = ToggleFieldProps<T>;

/** A checkbox; the form's value is a boolean, or 1 and 0 with `numeric`. */
export const CheckboxField = <T extends FieldValues>(props: CheckboxFieldProps<T>) => (
  <ToggleField {...props} toggle={Checkbox} />
);

export type SwitchFieldProps<T extends FieldValues> = ToggleFieldProps<T>;

/** A switch; the form's value is a boolean, or 1 and 0 with `numeric`. */
export const SwitchField = <T extends FieldValues>(props: SwitchFieldProps<T>) => (
  <ToggleField {...props} toggle={Switch} />
);

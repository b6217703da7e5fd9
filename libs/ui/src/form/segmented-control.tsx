import { styled, ToggleButton, type ToggleButtonProps } from '@mui/material';
import type { ReactNode } from 'react';
import { alongRow } from '../layout/along-row';

export interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
  disabled?: boolean;
  /** Shown by the browser where the pointer rests. */
  title?: string | undefined;
}

export interface SegmentedControlProps<Value extends string> {
  /** Spoken for the group. */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The segments share all of the width that there is. */
  wide?: boolean;
  /** What else each button has, by whether it is chosen. */
  buttonProps?: (chosen: boolean) => Partial<ToggleButtonProps>;
}

const Joined = styled('div', { shouldForwardProp: (name) => name !== 'wide' })<{ wide: boolean }>(
  ({ theme: { vars }, wide }) => ({
    display: wide ? 'flex' : 'inline-flex',
    backgroundColor: vars.palette.surface.main,
    borderRadius: 6,
    '& > *': wide ? { flex: 1 } : {},
    // Its ring lies over its neighbour.
    '& > :focus-visible': { zIndex: 1 },
    '& > :not(:last-child)': { borderTopRightRadius: 0, borderBottomRightRadius: 0 },
    '& > :not(:first-of-type)': { borderTopLeftRadius: 0, borderBottomLeftRadius: 0, marginLeft: -1 },
  }),
);

const onKeyDown = alongRow('button:enabled');

/**
 * One of a few, all in sight, as buttons that stand together; Tab reaches the chosen one, arrow keys the others. (MUI's
 * group draws whatever it stands in a second time, at once, as it comes and as it goes.)
 */
export const SegmentedControl = <Value extends string>(props: SegmentedControlProps<Value>) => (
  <Joined role="group" aria-label={props.label} wide={props.wide ?? false} onKeyDown={onKeyDown}>
    {props.segments.map(({ value, label, disabled = false, title }) => (
      <ToggleButton
        key={value}
        size="small"
        value={value}
        selected={value === props.value}
        tabIndex={value === props.value ? 0 : -1}
        disabled={disabled}
        title={title}
        onChange={() => value !== props.value && props.onChange(value)}
        {...props.buttonProps?.(value === props.value)}
      >
        {label}
      </ToggleButton>
    ))}
  </Joined>
);

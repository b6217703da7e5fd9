import { ToggleButton, ToggleButtonGroup, type ToggleButtonProps } from '@mui/material';
import type { ReactNode } from 'react';

export interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
  disabled?: boolean;
  /** The browser's tooltip: why the segment is disabled. */
  title?: string | undefined;
}

export interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The segments share the full width. */
  wide?: boolean;
  /** Further props of each button, by whether it is selected. */
  buttonProps?: (selected: boolean) => Partial<ToggleButtonProps>;
}

/** Selects one of a few visible options, with arrow keys too. */
export const SegmentedControl = <Value extends string>(props: SegmentedControlProps<Value>) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    aria-label={props.label}
    fullWidth={props.wide ?? false}
    value={props.value}
    sx={{ flex: 'none', whiteSpace: 'nowrap' }}
    // MUI reports null when the selected button is pressed again: one of them stays selected.
    onChange={(_event, value: Value | null) => value !== null && props.onChange(value)}
  >
    {props.segments.map(({ value, label, disabled = false, title }) => (
      <ToggleButton
        key={value}
        value={value}
        disabled={disabled}
        title={title}
        {...props.buttonProps?.(value === props.value)}
      >
        {label}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);

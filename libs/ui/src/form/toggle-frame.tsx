import { styled } from '@mui/material';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const Root = styled('div')(({ theme: { vars, typography } }) => ({
  '& label': { ...typography.body2, display: 'inline-flex', alignItems: 'center', gap: 8, cursor: 'pointer' },
  // Its square stands in line with the fields above, not its target.
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

export interface ToggleFrameProps {
  id: string;
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** A switch or checkbox with its label beside and help below. */
export function ToggleFrame({ id, label, help, error, children }: ToggleFrameProps) {
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

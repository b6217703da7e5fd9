import { styled, type SxProps, type Theme } from '@mui/material';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Control, FieldPath, FieldValues, RegisterOptions } from 'react-hook-form';
import { useTexts } from '../texts';

const Root = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  alignContent: 'start',
  gap: 4,
  minWidth: 0,
  '& > .label': { ...typography.subtitle2, color: vars.palette.text.secondary },
  '& > .label .optional': { fontWeight: 400, color: vars.palette.text.tertiary, marginLeft: 6 },
  '& > .help': { ...typography.caption, color: vars.palette.text.tertiary },
  '& > .error': {
    ...typography.caption,
    color: vars.palette.status.cinnabar.text,
    display: 'flex',
    gap: 6,
    '& svg': { flex: 'none', marginTop: 1 },
  },
}));

export interface FieldFrameProps {
  /** Of the input that the label names. */
  id: string;
  label: ReactNode;
  /** Stands under the input; an error takes its place. */
  help?: ReactNode;
  error?: string | undefined;
  /** Marks what may stay empty. */
  optional?: boolean;
  /** The label names a group, not one input. */
  group?: boolean;
  children: ReactNode;
  sx?: SxProps<Theme>;
}

/** Ids of help and error for `aria-describedby`. */
export const describedBy = (id: string, help: ReactNode, error: string | undefined): string | undefined =>
  error ? `${id}-error` : help ? `${id}-help` : undefined;

/** Label above, help below, error in place of help with an icon. */
export function FieldFrame({ id, label, help, error, optional, group, children, sx }: FieldFrameProps) {
  const t = useTexts();
  const words = (
    <>
      {label}
      {optional ? <span className="optional">{t('form.field.optional')}</span> : null}
    </>
  );
  return (
    <Root sx={sx} role={group ? 'group' : undefined} aria-labelledby={group ? `${id}-label` : undefined}>
      {group ? (
        <span className="label" id={`${id}-label`}>
          {words}
        </span>
      ) : (
        <label className="label" htmlFor={id} id={`${id}-label`}>
          {words}
        </label>
      )}
      {children}
      {error ? (
        <span className="error" id={`${id}-error`}>
          <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
          {error}
        </span>
      ) : help ? (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      ) : null}
    </Root>
  );
}

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

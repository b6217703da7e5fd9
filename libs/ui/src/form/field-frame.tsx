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
  /** The input's id. */
  id: string;
  label: ReactNode;
  /** Shown below the input, unless there is an error. */
  help?: ReactNode;
  error?: string | undefined;
  /** Marks the field as optional. */
  optional?: boolean;
  /** The label belongs to a group of inputs. */
  group?: boolean;
  children: ReactNode;
  sx?: SxProps<Theme>;
}

/** Returns the id of the error or help text, for `aria-describedby`. */
export const describedBy = (id: string, help: ReactNode, error: string | undefined): string | undefined =>
  error ? `${id}-error` : help ? `${id}-help` : undefined;

/** The frame of a field: label above, help or error below. */
export function FieldFrame({ id, label, help, error, optional, group, children, sx }: FieldFrameProps) {
  const t = useTexts();
  const labelContent = (
    <>
      {label}
      {optional ? <span className="optional">{t('form.field.optional')}</span> : null}
    </>
  );
  return (
    <Root sx={sx} role={group ? 'group' : undefined} aria-labelledby={group ? `${id}-label` : undefined}>
      {group ? (
        <span className="label" id={`${id}-label`}>
          {labelContent}
        </span>
      ) : (
        <label className="label" htmlFor={id} id={`${id}-label`}>
          {labelContent}
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

/** The props of every field of a react-hook-form. */
export interface FieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPath<T>;
  label: ReactNode;
  help?: ReactNode;
  optional?: boolean;
  disabled?: boolean;
  rules?: Omit<RegisterOptions<T, FieldPath<T>>, 'disabled' | 'valueAsNumber' | 'valueAsDate' | 'setValueAs'>;
}

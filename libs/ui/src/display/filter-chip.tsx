import { styled } from '@mui/material';
import { X } from 'lucide-react';
import { useTexts } from '../texts';

const Root = styled('span')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'stretch',
  height: 26,
  maxWidth: 420,
  border: `1px solid ${vars.palette.line.main}`,
  borderRadius: 6,
  backgroundColor: vars.palette.surface.main,
  overflow: 'hidden',
  color: vars.palette.text.primary,
  '&.not': { borderColor: vars.palette.accent.line },
  '& .main': {
    font: 'inherit',
    color: 'inherit',
    display: 'inline-flex',
    alignItems: 'stretch',
    minWidth: 0,
    padding: 0,
    border: 0,
    background: 'none',
    lineHeight: '24px',
  },
  '& button.main': { cursor: 'pointer' },
  '& button.main:hover': { backgroundColor: vars.palette.surface.hover },
  // Only the value is truncated: a truncated "is not" would read as "is".
  '& .field, & .operator': { flex: 'none', padding: '0 8px', whiteSpace: 'nowrap' },
  '& .operator': {
    color: vars.palette.text.tertiary,
    borderInline: `1px solid ${vars.palette.line.subtle}`,
  },
  '&.not .operator': {
    color: vars.palette.accent.text,
    backgroundColor: vars.palette.surface.selected,
    fontWeight: 600,
  },
  '& .value': {
    padding: '0 8px',
    fontWeight: 550,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .remove': {
    flex: 'none',
    width: 24,
    padding: 0,
    border: 0,
    background: 'none',
    display: 'grid',
    placeItems: 'center',
    color: vars.palette.text.secondary,
    cursor: 'pointer',
    position: 'relative',
    '&::before': {
      content: '""',
      position: 'absolute',
      left: 0,
      top: 6,
      bottom: 6,
      borderLeft: `1px solid ${vars.palette.line.main}`,
    },
    '&:hover': { backgroundColor: vars.palette.surface.hover },
  },
  '& button:focus-visible': { outlineOffset: -2, borderRadius: 5 },
  '@media (pointer: coarse)': { height: 40, '& .main': { lineHeight: '38px' }, '& .remove': { width: 40 } },
}));

export interface FilterChipProps {
  field: string;
  /** In words: "is", "is not", "at least". */
  operator: string;
  value: string;
  /** Highlights the operator, for "is not". */
  negated?: boolean;
  onRemove: () => void;
  /** Opens the filter for editing; without it the chip can only be removed. */
  onEdit?: (anchor: HTMLElement) => void;
}

/** An active filter: field, operator, value and a button that removes it. */
export function FilterChip({ field, operator, value, negated = false, onRemove, onEdit }: FilterChipProps) {
  const t = useTexts();
  const content = (
    <>
      <span className="field">{field}</span>
      <span className="operator">{operator}</span>
      <span className="value">{value}</span>
    </>
  );
  return (
    <Root className={negated ? 'not' : undefined}>
      {onEdit ? (
        <button type="button" className="main" onClick={(event) => onEdit(event.currentTarget)} title={value}>
          {content}
        </button>
      ) : (
        <span className="main" title={value}>
          {content}
        </span>
      )}
      <button
        type="button"
        className="remove"
        onClick={onRemove}
        aria-label={t('filter.remove', { field, operator, value })}
      >
        <X size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </Root>
  );
}

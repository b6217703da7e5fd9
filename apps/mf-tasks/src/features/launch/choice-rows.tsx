import { type ReactNode, useId, useState } from 'react';
import { PlainTextField } from '@tessera/ui/forms';
import { Box, styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

const Rows = styled('div')(({ theme: { vars, breakpoints } }) => ({
  border: `1px solid ${vars.palette.line.main}`,
  borderRadius: 8,
  overflow: 'hidden',
  '& label': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: 12,
    minHeight: 48,
    padding: '6px 14px',
    cursor: 'pointer',
    borderTop: `1px solid ${vars.palette.line.subtle}`,
  },
  '& label:first-of-type': { borderTop: 0 },
  '& label:hover': { backgroundColor: vars.palette.surface.hover },
  '& label:has(:checked)': { backgroundColor: vars.palette.surface.selected },
  '& label:has(:disabled)': { cursor: 'default', color: vars.palette.text.tertiary },
  '& label:has(:focus-visible)': { outline: `2px solid ${vars.palette.accent.focus}`, outlineOffset: -2 },
  '& input': { accentColor: vars.palette.accent.main, margin: 0, outline: 'none' },
  '& .second': { display: 'block', fontSize: 12, lineHeight: '16px', color: vars.palette.text.secondary },
  '& b': { fontWeight: 550 },
  // Trailing text would leave too little space for the title on a narrow screen.
  [breakpoints.down('sm')]: { '& .words': { gridColumn: 2 } },
}));

export interface ChoiceRow {
  value: string;
  title: string;
  subtitle?: ReactNode;
  /** Shown at the right. */
  trailing?: ReactNode;
  /** The reason why it can't be chosen. */
  disabled?: string | undefined;
}

export interface ChoiceRowsProps {
  label: string;
  rows: readonly ChoiceRow[];
  value: string | null;
  onChange: (value: string) => void;
  /** Shown when there are no rows. */
  emptyText: ReactNode;
}

const MIN_ROWS_FOR_SEARCH = 8;

/** Single choice as rows with radio buttons, with a search for many rows. */
export function ChoiceRows({ label, rows, value, onChange, emptyText }: ChoiceRowsProps) {
  const t = useTexts();
  const name = useId();
  const [search, setSearch] = useState('');
  const searchText = search.trim().toLowerCase();
  const shown = rows.filter(({ title }) => title.toLowerCase().includes(searchText));
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {rows.length >= MIN_ROWS_FOR_SEARCH ? (
        <PlainTextField label={t('launch.find')} value={search} onChange={setSearch} autoFocus />
      ) : null}
      {shown.length === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>{rows.length === 0 ? emptyText : t('launch.noMatches')}</Box>
      ) : (
        <Rows role="radiogroup" aria-label={label}>
          {shown.map((row) => (
            <label key={row.value} title={row.disabled}>
              <input
                type="radio"
                name={name}
                value={row.value}
                checked={row.value === value}
                disabled={row.disabled !== undefined}
                onChange={() => onChange(row.value)}
              />
              <span>
                <b>{row.title}</b>
                <span className="second">{row.disabled ?? row.subtitle}</span>
              </span>
              <span className={typeof row.trailing === 'string' ? 'words' : undefined}>{row.trailing}</span>
            </label>
          ))}
        </Rows>
      )}
    </Box>
  );
}

import { Box, OutlinedInput, Skeleton, styled } from '@mui/material';
import { useState } from 'react';
import { useTexts } from './texts';
import type { Option } from '@tessera/ui/forms';
import { checkboxStyles } from './table-styles';
import { useInitialFocus } from './use-initial-focus';

/** From this many options on they can be searched. */
const many = 8;

export interface FilterChoicesProps {
  label: string;
  /** Undefined while they are read. */
  options: readonly Option[] | undefined;
  single: boolean;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

const NativeCheckbox = styled('input')(({ theme }) => checkboxStyles(theme));

const Choice = styled('label')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 28,
  padding: '0 8px',
  cursor: 'pointer',
  '&:has(:disabled)': { color: vars.palette.text.tertiary, cursor: 'default' },
  '@media (pointer: coarse)': { minHeight: 40 },
}));

/** The options of a filter, with a search where they are many. */
export function FilterChoices({ label, options, single, values, onChange }: FilterChoicesProps) {
  const t = useTexts();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = options?.filter((option) => option.label.toLowerCase().includes(wanted)) ?? [];
  const toggle = (value: string) => {
    if (values.includes(value)) onChange(values.filter((one) => one !== value));
    else onChange(single ? [value] : [...values, value]);
  };
  return (
    <>
      {options && options.length >= many ? (
        <Search label={t('filter.findIn', { label })} text={search} onText={setSearch} />
      ) : null}
      <Box
        role="group"
        aria-label={label}
        aria-busy={options === undefined}
        sx={{ display: 'grid', maxHeight: 264, overflow: 'auto', mx: -0.5 }}
      >
        {shown.map((option) => (
          <Choice key={option.value}>
            <NativeCheckbox
              type="checkbox"
              checked={values.includes(option.value)}
              disabled={option.disabled ?? false}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </Choice>
        ))}
        {options ? null : [1, 2, 3].map((line) => <Skeleton key={line} height={20} sx={{ m: 0.5 }} />)}
        {options && shown.length === 0 ? (
          <Box sx={{ color: 'text.tertiary', p: 0.5 }}>{t('filter.nothing')}</Box>
        ) : null}
      </Box>
    </>
  );
}

interface SearchProps {
  label: string;
  text: string;
  onText: (text: string) => void;
}

function Search({ label, text, onText }: SearchProps) {
  const t = useTexts();
  return (
    <OutlinedInput
      inputRef={useInitialFocus()}
      placeholder={t('list.find')}
      value={text}
      onChange={(event) => onText(event.target.value)}
      slotProps={{ input: { 'aria-label': label } }}
    />
  );
}

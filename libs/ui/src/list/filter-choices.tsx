import { Box, FormControlLabel, OutlinedInput } from '@mui/material';
import { useState } from 'react';
import { Checkbox } from '../form/checkbox';
import { useTexts } from '../texts';
import type { Option } from '../form/plain-select';

/** From this many options on they can be searched. */
const many = 8;

export interface FilterChoicesProps {
  label: string;
  options: readonly Option[];
  single: boolean;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/** The options of a filter, with a search where they are many. */
export function FilterChoices({ label, options, single, values, onChange }: FilterChoicesProps) {
  const t = useTexts();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = options.filter((option) => option.label.toLowerCase().includes(wanted));
  const toggle = (value: string) => {
    if (values.includes(value)) onChange(values.filter((one) => one !== value));
    else onChange(single ? [value] : [...values, value]);
  };
  return (
    <>
      {options.length >= many ? (
        <OutlinedInput
          autoFocus
          placeholder={t('list.find')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{ input: { 'aria-label': t('filter.findIn', { label }) } }}
        />
      ) : null}
      <Box
        role="group"
        aria-label={label}
        sx={{ display: 'grid', maxHeight: 264, overflow: 'auto', mx: -0.5 }}
      >
        {shown.map((option) => (
          <FormControlLabel
            key={option.value}
            label={option.label}
            disabled={option.disabled ?? false}
            control={
              <Checkbox checked={values.includes(option.value)} onChange={() => toggle(option.value)} />
            }
            sx={{
              m: 0,
              px: 0.5,
              minHeight: 28,
              gap: 0.5,
              '& .MuiFormControlLabel-label': { typography: 'body2' },
            }}
          />
        ))}
        {shown.length === 0 ? <Box sx={{ color: 'text.tertiary', p: 0.5 }}>{t('filter.nothing')}</Box> : null}
      </Box>
    </>
  );
}

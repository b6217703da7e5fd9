import { Box } from '@mui/material';
import type { Ref } from 'react';
import { PlainTextField } from '../form/plain-text-field';
import { useTexts } from '../texts';
import { useLocale } from '../time/locale';
import { browserZone } from '../time/time-zones';
import type { DayRange } from './day-range';

export interface FilterDaysProps {
  value: DayRange;
  onChange: (value: DayRange) => void;
  inputRef: Ref<HTMLInputElement>;
}

/** Whether the range ends before it starts. */
export const isBackwards = ({ from, to }: DayRange): boolean => from !== '' && to !== '' && to < from;

/** The first and the last day of a date filter. */
export function FilterDays({ value, onChange, inputRef }: FilterDaysProps) {
  const t = useTexts();
  const { timeZone = browserZone() } = useLocale();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <PlainTextField
        label={t('filter.from')}
        type="date"
        inputRef={inputRef}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
      />
      <PlainTextField
        label={t('filter.to')}
        type="date"
        value={value.to}
        error={isBackwards(value) ? t('filter.backwards') : undefined}
        help={t('filter.bothDays', { zone: timeZone })}
        onChange={(to) => onChange({ ...value, to })}
      />
    </Box>
  );
}

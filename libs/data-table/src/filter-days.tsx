import { Box } from '@mui/material';
import type { Ref } from 'react';
import { PlainTextField } from '@tessera/ui/text-field';
import { useTexts } from './texts';
import { browserTimeZone, useLocale } from '@tessera/ui';
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
  const { timeZone = browserTimeZone() } = useLocale();
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

import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { PlainTextField } from '../plain-text-field';
import { SegmentedControl } from '../segmented-control';
import { useTexts } from '../../texts';
import { useLocale } from '../../time/locale';
import { Calendar } from './calendar';
import type { DateTimePreset, DateTimeState } from './use-date-time';

export interface DateTimePanelProps {
  state: DateTimeState;
  presets: readonly DateTimePreset[];
  onDone: () => void;
}

const quarter = 15 * 60_000;
/** For a day that is chosen before its time. */
const noon = '12:00';

/** What is often meant, whose clock it is, the calendar, and the time. */
export function DateTimePanel({ state, presets, onDone }: DateTimePanelProps) {
  const t = useTexts();
  const { now } = useLocale();
  const { wall, zone, zones } = state;
  const [day = '', time = ''] = wall.split('T');
  const minute = Math.floor(now() / 60_000) * 60_000;
  const all = [
    { label: t('dateTime.now'), at: new Date(minute).toISOString() },
    { label: t('dateTime.soon'), at: new Date(minute + quarter).toISOString() },
    ...presets,
  ];
  return (
    <Box sx={{ display: 'grid', gap: 1.5, p: 1.5 }}>
      <Box
        role="group"
        aria-label={t('dateTime.presets')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}
      >
        {all.map(({ label, at }) => (
          <Button
            key={label}
            size="small"
            disabled={at === null}
            onClick={() => {
              if (at === null) return;
              state.setInstant(at);
              onDone();
            }}
          >
            {label}
          </Button>
        ))}
      </Box>
      {zones.length > 1 ? (
        <SegmentedControl
          wide
          label={t('dateTime.zone')}
          segments={zones.map(({ id, label, timeZone }) => ({ value: id, label, title: timeZone }))}
          value={zone.id}
          onChange={(chosen) => {
            const next = zones.find(({ id }) => id === chosen);
            if (next) state.setZone(next);
          }}
        />
      ) : null}
      <Calendar
        day={day}
        today={{ at: now(), timeZone: zone.timeZone }}
        onDay={(picked) => state.setWall(`${picked}T${time || noon}`)}
      />
      <Box sx={{ display: 'flex', alignItems: 'end', gap: 1 }}>
        <TimeField time={time} disabled={day === ''} onTime={(picked) => state.setWall(`${day}T${picked}`)} />
        <Button variant="contained" onClick={onDone}>
          {t('dateTime.done')}
        </Button>
      </Box>
    </Box>
  );
}

interface TimeFieldProps {
  /** "15:00", or empty. */
  time: string;
  disabled: boolean;
  onTime: (time: string) => void;
}

/** Hours and minutes on 24; the browser's own field would follow the browser's language. */
function TimeField({ time, disabled, onTime }: TimeFieldProps) {
  const t = useTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): string | null => {
    const [, hour = '', minute = ''] = /^\s*(\d{1,2})[:.](\d{2})\s*$/.exec(text) ?? [];
    const isTime = hour !== '' && Number(hour) < 24 && Number(minute) < 60;
    return isTime ? `${hour.padStart(2, '0')}:${minute}` : null;
  };
  return (
    <PlainTextField
      label={t('dateTime.time')}
      value={typed ?? time}
      disabled={disabled}
      placeholder="15:00"
      inputMode="numeric"
      autoComplete="off"
      onChange={(text) => {
        setTyped(text);
        const picked = read(text);
        if (picked !== null) onTime(picked);
      }}
      onBlur={() => setTyped(null)}
      sx={{ flex: 1 }}
    />
  );
}

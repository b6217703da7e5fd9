import { Box, Button, styled } from '@mui/material';
import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { useTexts } from '../texts';
import { useLocale } from '../time/locale';
import { toWallTime } from '../time/zoned';
import { PlainTextField } from './plain-text-field';
import { SegmentedControl } from './segmented-control';
import type { DateTimePreset, DateTimeState } from './use-date-time';

export interface DateTimePanelProps {
  state: DateTimeState;
  presets: readonly DateTimePreset[];
  onDone: () => void;
}

const quarter = 15 * 60_000;
/** The time of a day that is chosen before a time. */
const noon = '12:00';

/** Quick picks, time zone, calendar and time. */
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

/** A 24-hour time field; the browser's own would follow the browser's language. */
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

const Frame = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  '& .rdp-months': { position: 'relative' },
  '& .rdp-month_caption': {
    ...typography.h5,
    display: 'flex',
    alignItems: 'center',
    height: 30,
    paddingLeft: 8,
  },
  '& .rdp-nav': { position: 'absolute', right: 0, top: 0, display: 'flex', gap: 4 },
  '& .rdp-month_grid': { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  '& .rdp-weekday': { ...typography.caption, fontWeight: 550, height: 26, color: vars.palette.text.tertiary },
  '& .rdp-day': { padding: 1, textAlign: 'center' },
  '& button': {
    font: 'inherit',
    color: 'inherit',
    width: '100%',
    height: 32,
    padding: 0,
    border: 0,
    borderRadius: 6,
    background: 'none',
    cursor: 'pointer',
    '&:hover': { backgroundColor: vars.palette.surface.hover },
    '&:disabled': { opacity: 0.4, cursor: 'default' },
    '@media (pointer: coarse)': { height: 40 },
  },
  '& .rdp-nav button': { width: 30, height: 30, display: 'grid', placeItems: 'center' },
  '& .rdp-chevron': { width: 14, height: 14, fill: vars.palette.text.secondary },
  '& .rdp-outside': { color: vars.palette.text.tertiary },
  '& .rdp-today button': { fontWeight: 600, color: vars.palette.accent.text },
  '& .rdp-selected button': {
    color: vars.palette.primary.contrastText,
    backgroundColor: vars.palette.primary.main,
    '&:hover': { backgroundColor: vars.palette.primary.dark },
  },
}));

const padTwo = (n: number): string => String(n).padStart(2, '0');
/** The calendar has no time zones; a day is noon of this machine's zone, in both directions. */
const toDate = (day: string): Date => new Date(`${day}T12:00`);
const toDay = (date: Date): string =>
  `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`;

export interface CalendarProps {
  /** "2026-11-28", or empty. */
  day: string;
  /** The instant and zone of the day that is marked as today. */
  today: { at: number; timeZone: string };
  onDay: (day: string) => void;
}

/** A month of days with keyboard navigation. */
function Calendar({ day, today, onDay }: CalendarProps) {
  const t = useTexts();
  const { locale } = useLocale();
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (date: Date) => format.format(date);
  };
  const now = toDate(toWallTime(new Date(today.at).toISOString(), today.timeZone).slice(0, 10));
  const selected = day === '' ? undefined : toDate(day);
  return (
    <Frame>
      <DayPicker
        mode="single"
        required
        autoFocus
        showOutsideDays
        weekStartsOn={1}
        today={now}
        defaultMonth={selected ?? now}
        selected={selected}
        onSelect={(date) => onDay(toDay(date))}
        formatters={{
          formatCaption: formatter({ month: 'long', year: 'numeric' }),
          formatWeekdayName: formatter({ weekday: 'short' }),
        }}
        labels={{
          labelNav: () => t('dateTime.months'),
          labelNext: () => t('dateTime.nextMonth'),
          labelPrevious: () => t('dateTime.previousMonth'),
          labelGrid: formatter({ month: 'long', year: 'numeric' }),
          labelWeekday: formatter({ weekday: 'long' }),
          labelDayButton: formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
        }}
      />
    </Frame>
  );
}

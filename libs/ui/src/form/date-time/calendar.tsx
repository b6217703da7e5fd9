import { styled } from '@mui/material';
import { DayPicker } from 'react-day-picker';
import { useTexts } from '../../texts';
import { useLocale } from '../../time/locale';
import { toWallTime } from '../../time/zoned';

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

const two = (n: number): string => String(n).padStart(2, '0');
/** The calendar knows no zones: a day is that of this machine's midday, there and back. */
const toDate = (day: string): Date => new Date(`${day}T12:00`);
const toDay = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

export interface CalendarProps {
  /** "2026-11-28", or empty. */
  day: string;
  /** Whose day is marked as today. */
  today: { at: number; timeZone: string };
  onDay: (day: string) => void;
}

/** A month of days, moved through with the arrow keys, PageUp and PageDown. */
export function Calendar({ day, today, onDay }: CalendarProps) {
  const t = useTexts();
  const { locale } = useLocale();
  const words = (options: Intl.DateTimeFormatOptions) => {
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
          formatCaption: words({ month: 'long', year: 'numeric' }),
          formatWeekdayName: words({ weekday: 'short' }),
        }}
        labels={{
          labelNav: () => t('dateTime.months'),
          labelNext: () => t('dateTime.nextMonth'),
          labelPrevious: () => t('dateTime.previousMonth'),
          labelGrid: words({ month: 'long', year: 'numeric' }),
          labelWeekday: words({ weekday: 'long' }),
          labelDayButton: words({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
        }}
      />
    </Frame>
  );
}

import { IconButton, InputAdornment, Popover } from '@mui/material';
import { CalendarDays } from 'lucide-react';
import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { useSnackbar } from '../feedback/snackbar-context';
import { useTexts } from '../texts';
import { formatInstant } from '../time/format';
import { useLocale } from '../time/locale';
import type { DateTimePanelProps } from './date-time-panel';
import type { FieldProps } from './field-frame';
import { PlainTextField } from './plain-text-field';
import { PlainSelect } from './select-field';
import { type DateTimePreset, isInstant, useDateTime, type Zone } from './use-date-time';

export interface DateTimeFieldProps<T extends FieldValues> extends FieldProps<T> {
  /** The venue's IANA time zone, used by default; without it the user's own. */
  timeZone?: string;
  /** Quick picks beside "now" and "+15 min": on sale, an hour before kick-off. */
  presets?: readonly DateTimePreset[];
}

/**
 * A field for date and time, as text or from a calendar with quick picks, in the venue's time zone, the user's or UTC.
 *
 * The form's value is ISO 8601 UTC, null when empty, or the typed text while it is invalid. A time that a clock change
 * skips is an error; for a time that occurs twice a second field asks which one.
 */
export function DateTimeField<T extends FieldValues>(props: DateTimeFieldProps<T>) {
  const { control, name, rules, help, label, optional, disabled = false, presets = [] } = props;
  const t = useTexts();
  const { locale } = useLocale();
  const snackbar = useSnackbar();
  const findError = (given: unknown): string | undefined => {
    if (typeof given !== 'string' || isInstant(given)) return undefined;
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(given) ? t('dateTime.skipped') : t('dateTime.unread');
  };
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      ...rules,
      validate: { ...validators(rules?.validate), time: (given) => findError(given) ?? true },
    },
  });
  const value = typeof field.value === 'string' ? field.value : null;
  const state = useDateTime(value, field.onChange, props.timeZone);
  const [panel, setPanel] = useState<{
    anchor: HTMLElement;
    Panel: ComponentType<DateTimePanelProps>;
  } | null>(null);
  const open = (anchor: HTMLElement) => {
    // The calendar is a chunk of its own, loaded on first use.
    void import('./date-time-panel').then(
      ({ DateTimePanel }) => setPanel({ anchor, Panel: DateTimePanel }),
      () => snackbar.show({ message: t('dateTime.unreachable'), tone: 'error' }),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    open(event.currentTarget);
  };
  const { at, zone, zones, ambiguousInstants } = state;
  const otherTimes = at === null ? '' : formatOtherZones(at, zone, zones, locale);
  const inZone = t('dateTime.inZone', { zone: zone.label, name: zone.timeZone });
  const facts = [help, inZone, otherTimes].filter(Boolean);
  const Panel = panel?.Panel;
  const error = findError(value);
  // Incomplete text is no error while typing; a time that doesn't exist is.
  const isIncomplete = state.isTyping && error === t('dateTime.unread');
  const shownError = isIncomplete ? undefined : (error ?? fieldState.error?.message);
  return (
    <>
      <PlainTextField
        label={label}
        name={field.name}
        inputRef={field.ref}
        value={state.text}
        placeholder={t('dateTime.example')}
        autoComplete="off"
        onChange={state.setText}
        onBlur={() => {
          state.finishTyping();
          field.onBlur();
        }}
        onKeyDown={onKeyDown}
        disabled={disabled}
        help={facts.map((fact, i) => (
          <span key={i}>
            {i > 0 ? ' · ' : null}
            {fact}
          </span>
        ))}
        error={shownError}
        end={
          <InputAdornment position="end">
            <IconButton
              size="small"
              edge="end"
              aria-label={t('dateTime.choose', { label: typeof label === 'string' ? label : '' })}
              aria-haspopup="dialog"
              disabled={disabled}
              onClick={(event) => open(event.currentTarget)}
            >
              <CalendarDays size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </InputAdornment>
        }
        optional={optional}
      />
      {ambiguousInstants.length === 2 ? (
        <PlainSelect
          label={t('dateTime.twice')}
          value={at ?? ''}
          onChange={(instant) => state.setInstant(instant)}
          options={ambiguousInstants.map((instant, i) => ({
            value: instant,
            label: i === 0 ? t('dateTime.first') : t('dateTime.second'),
          }))}
        />
      ) : null}
      {panel && Panel ? (
        <Popover
          open
          anchorEl={panel.anchor}
          onClose={() => setPanel(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{
            paper: { role: 'dialog', 'aria-label': t('dateTime.title'), sx: { mt: 0.5, width: 292 } },
          }}
        >
          <Panel state={state} presets={presets} onDone={() => setPanel(null)} />
        </Popover>
      ) : null}
    </>
  );
}

type Validate<T extends FieldValues> = NonNullable<FieldProps<T>['rules']>['validate'];

/** Returns a field's validators by name. */
const validators = <T extends FieldValues>(validate: Validate<T>) =>
  typeof validate === 'function' ? { own: validate } : validate;

/** Formats an instant in the other time zones: "16:00 your time · 15:00 UTC", with the date where it differs. */
function formatOtherZones(iso: string, zone: Zone, zones: readonly Zone[], locale: string): string {
  const day = (timeZone: string) => formatInstant(iso, { locale, timeZone, style: 'date' });
  return zones
    .filter(({ id }) => id !== zone.id)
    .map(({ timeZone, label }) => {
      const style = day(timeZone) === day(zone.timeZone) ? 'time' : 'date-time';
      return `${formatInstant(iso, { locale, timeZone, style })} ${label}`;
    })
    .join(' · ');
}

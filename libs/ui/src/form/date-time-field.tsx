import { IconButton, InputAdornment, Popover } from '@mui/material';
import { CalendarDays } from 'lucide-react';
import { useState, type ComponentType, type KeyboardEvent } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { useSnackbar } from '../feedback/snackbar-context';
import { useTexts } from '../texts';
import { formatInstant } from '../time/format';
import { useLocale } from '../time/locale';
import type { DateTimePanelProps } from './date-time-panel';
import type { FieldProps } from './field-frame';
import { PlainTextField } from './plain-text-field';
import { PlainSelect } from './select-field';
import { isInstant, useDateTime, type DateTimePreset, type Zone } from './use-date-time';

export interface DateTimeFieldProps<T extends FieldValues> extends FieldProps<T> {
  /** The venue's IANA zone, in which it is typed unless another is chosen; the reader's own when absent. */
  timeZone?: string;
  /** Beside "now" and "in 15 minutes": on sale, an hour before kick-off. */
  presets?: readonly DateTimePreset[];
}

/**
 * A point in time: typed first, with a calendar, a time and presets behind a button. It is typed and shown in the
 * venue's time, the reader's own or UTC; the form's value is ISO 8601 UTC or null, and what is no point in time as it
 * was typed, which is refused, as is an hour that doesn't exist. For one that comes twice it asks which.
 */
export function DateTimeField<T extends FieldValues>(props: DateTimeFieldProps<T>) {
  const { control, name, rules, help, label, optional, disabled = false, presets = [] } = props;
  const t = useTexts();
  const { locale } = useLocale();
  const snackbar = useSnackbar();
  const refusal = (given: unknown): string | undefined => {
    if (typeof given !== 'string' || isInstant(given)) return undefined;
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(given) ? t('dateTime.skipped') : t('dateTime.unread');
  };
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      ...rules,
      validate: { ...validators(rules?.validate), time: (given) => refusal(given) ?? true },
    },
  });
  const value = typeof field.value === 'string' ? field.value : null;
  const state = useDateTime(value, field.onChange, props.timeZone);
  const [panel, setPanel] = useState<{
    anchor: HTMLElement;
    Panel: ComponentType<DateTimePanelProps>;
  } | null>(null);
  const open = (anchor: HTMLElement) => {
    // The calendar is fetched when it is first asked for.
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
  const { at, zone, zones, twice } = state;
  const clocks = at === null ? '' : otherClocks(at, zone, zones, locale);
  const inZone = t('dateTime.inZone', { zone: zone.label, name: zone.timeZone });
  const facts = [help, inZone, clocks].filter(Boolean);
  const Panel = panel?.Panel;
  const refused = refusal(value);
  // Half a time is no mistake yet; an hour that doesn't exist is.
  const waits = state.typing && refused === t('dateTime.unread');
  const said = waits ? undefined : (refused ?? fieldState.error?.message);
  return (
    <>
      <PlainTextField
        label={label}
        name={field.name}
        inputRef={field.ref}
        value={state.text}
        placeholder={t('dateTime.example')}
        autoComplete="off"
        onChange={state.type}
        onBlur={() => {
          state.leave();
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
        error={said}
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
        {...(optional ? { optional } : {})}
      />
      {twice.length === 2 ? (
        <PlainSelect
          label={t('dateTime.twice')}
          value={at ?? ''}
          onChange={(instant) => state.setInstant(instant)}
          options={twice.map((instant, i) => ({
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

/** A field's own checks, by name. */
const validators = <T extends FieldValues>(validate: Validate<T>) =>
  typeof validate === 'function' ? { own: validate } : validate;

/** What the other clocks show at an instant: "16:00 your time · 15:00 UTC", with the day where it is another. */
export function otherClocks(iso: string, zone: Zone, zones: readonly Zone[], locale: string): string {
  const day = (timeZone: string) => formatInstant(iso, { locale, timeZone, style: 'date' });
  return zones
    .filter(({ id }) => id !== zone.id)
    .map(({ timeZone, label }) => {
      const style = day(timeZone) === day(zone.timeZone) ? 'time' : 'date-time';
      return `${formatInstant(iso, { locale, timeZone, style })} ${label}`;
    })
    .join(' · ');
}

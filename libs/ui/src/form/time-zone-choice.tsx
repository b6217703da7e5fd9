import { Autocomplete, Box, OutlinedInput } from '@mui/material';
import { X } from 'lucide-react';
import { useId, useMemo, type ReactNode, type Ref } from 'react';
import { useTexts } from '../texts';
import { SelectArrow } from '../theme/select-arrow';
import { useLocale } from '../time/locale';
import { browserTimeZone, timeZones, zoneOffset } from '../time/time-zones';
import { describedBy, FieldFrame } from './field-frame';

/** The choice itself, a chunk of its own: MUI's combobox is large. */
export function ZoneChoice(props: PlainTimeZoneProps) {
  const { label, value, onChange, onBlur, empty, error, optional, disabled = false, inputRef } = props;
  const t = useTexts();
  const id = useId();
  const { now } = useLocale();
  const zones = useMemo(
    () => [...(empty === undefined ? [] : ['']), ...timeZones([value, browserTimeZone()].filter(Boolean))],
    [empty, value],
  );
  const nameOf = (zone: string) => (zone === '' ? (empty ?? '') : zone);
  const offsetOf = (zone: string) => zoneOffset(zone === '' ? browserTimeZone() : zone, now());
  const offset = value === '' && empty === undefined ? '' : offsetOf(value);
  const help = [props.help, offset].filter(Boolean).map((fact, i) => (
    <span key={i}>
      {i > 0 ? ' · ' : null}
      {fact}
    </span>
  ));
  const note = help.length > 0 ? help : undefined;
  return (
    <FieldFrame id={id} label={label} help={note} error={error} {...(optional ? { optional } : {})}>
      <Autocomplete
        id={id}
        size="small"
        options={zones}
        value={value === '' && empty === undefined ? null : value}
        onChange={(_event, zone) => onChange(zone ?? '')}
        filterOptions={(all, { inputValue }) => foundZones(all, inputValue, nameOf)}
        getOptionLabel={nameOf}
        autoHighlight
        disabled={disabled}
        disableClearable={optional !== true || empty !== undefined}
        noOptionsText={t('filter.nothing')}
        openText={t('form.zone.open')}
        closeText={t('form.zone.close')}
        clearText={t('form.zone.clear')}
        popupIcon={<SelectArrow />}
        clearIcon={<X size={14} strokeWidth={1.75} aria-hidden />}
        renderOption={({ key, ...option }, zone) => (
          <li key={key} {...option}>
            <span>{nameOf(zone)}</span>
            <Box component="span" sx={{ ml: 'auto', pl: 1.5, color: 'text.tertiary', whiteSpace: 'nowrap' }}>
              {offsetOf(zone)}
            </Box>
          </li>
        )}
        renderInput={({ id: inputId, slotProps }) => (
          <OutlinedInput
            {...slotProps.input}
            id={inputId}
            fullWidth
            placeholder={t('form.zone.find')}
            disabled={disabled}
            error={Boolean(error)}
            inputRef={inputRef}
            onBlur={onBlur}
            slotProps={{
              input: { ...slotProps.htmlInput, 'aria-describedby': describedBy(id, note, error) },
            }}
          />
        )}
      />
    </FieldFrame>
  );
}

/** What a choice of a time zone is given. */
export interface PlainTimeZoneProps {
  label: ReactNode;
  /** IANA name; empty for none. */
  value: string;
  onChange: (zone: string) => void;
  onBlur?: () => void;
  /** Shown for the empty value, which can then be chosen, and goes by the browser's zone. */
  empty?: string;
  help?: ReactNode;
  error?: string | undefined;
  /** May stay empty, and be emptied. */
  optional?: boolean;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** As many are drawn; further ones are found by typing. */
const most = 50;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_/\s]+/g, ' ')
    .trim();

/**
 * The zones that what was typed names, at most 50: each of its words stands in the zone's name. Those whose city begins
 * with it come first, else the order stays.
 *
 * @param nameOf what a zone is called in the list
 */
export function foundZones(
  zones: readonly string[],
  typed: string,
  nameOf: (zone: string) => string,
): string[] {
  const words = plain(typed).split(' ');
  const named = zones.filter((zone) => words.every((word) => plain(nameOf(zone)).includes(word)));
  const isCity = (zone: string) => plain(zone.split('/').at(-1) ?? '').startsWith(plain(typed));
  const cities = typed === '' ? [] : named.filter(isCity);
  return [...new Set([...cities, ...named])].slice(0, most);
}

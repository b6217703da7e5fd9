import { type ReactNode, type Ref, useMemo } from 'react';
import { useTexts } from '../texts';
import { useLocale } from '../time/locale';
import { browserTimeZone, timeZones, zoneOffset } from '../time/time-zones';
import { Combobox } from './combobox';

/** The props of a time zone select. */
export interface PlainTimeZoneProps {
  label: ReactNode;
  /** IANA name; empty for none. */
  value: string;
  onChange: (zone: string) => void;
  onBlur?: () => void;
  /** The label of the empty value, which can then be selected and means the browser's zone. */
  empty?: string;
  help?: ReactNode;
  error?: string | undefined;
  /** The value may be empty. */
  optional?: boolean;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** More options are found by typing. */
const MAX_OPTIONS = 50;

const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_/\s]+/g, ' ')
    .trim();

/**
 * Returns up to 50 zones whose labels contain every typed word; those whose city begins with the text come first.
 *
 * @param getLabel returns a zone's label
 */
function filterTimeZones(
  zones: readonly string[],
  typed: string,
  getLabel: (zone: string) => string,
): string[] {
  const words = normalize(typed).split(' ');
  const matching = zones.filter((zone) => words.every((word) => normalize(getLabel(zone)).includes(word)));
  const isCity = (zone: string) => normalize(zone.split('/').at(-1) ?? '').startsWith(normalize(typed));
  const cities = typed === '' ? [] : matching.filter(isCity);
  return [...new Set([...cities, ...matching])].slice(0, MAX_OPTIONS);
}

/** A combobox of time zones with their current offsets. */
export function TimeZoneSelect(props: PlainTimeZoneProps) {
  const { label, value, onChange, onBlur, empty, error, optional, disabled = false, inputRef } = props;
  const t = useTexts();
  const { now } = useLocale();
  const zones = useMemo(
    () => [...(empty === undefined ? [] : ['']), ...timeZones([value, browserTimeZone()].filter(Boolean))],
    [empty, value],
  );
  const getLabel = (zone: string) => (zone === '' ? (empty ?? '') : zone);
  const getOffset = (zone: string) => zoneOffset(zone === '' ? browserTimeZone() : zone, now());
  const offset = value === '' && empty === undefined ? '' : getOffset(value);
  const help = [props.help, offset].filter(Boolean).map((fact, i) => (
    <span key={i}>
      {i > 0 ? ' · ' : null}
      {fact}
    </span>
  ));
  const note = help.length > 0 ? help : undefined;
  return (
    <Combobox
      label={label}
      help={note}
      error={error}
      optional={optional}
      disabled={disabled}
      options={zones}
      value={value === '' && empty === undefined ? null : value}
      onChange={(zone) => onChange(zone ?? '')}
      onBlur={onBlur}
      labelOf={getLabel}
      detailOf={getOffset}
      filter={(all, typed) => filterTimeZones(all, typed, getLabel)}
      empty={t('filter.nothing')}
      placeholder={t('form.zone.find')}
      openText={t('form.zone.open')}
      closeText={t('form.zone.close')}
      clearText={t('form.zone.clear')}
      isClearable={optional === true && empty === undefined}
      inputRef={inputRef}
    />
  );
}

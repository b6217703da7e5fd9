import { useState } from 'react';
import { useTexts } from '../texts';
import { formatInstant } from '../time/format';
import { useLocale } from '../time/locale';
import { fromWallTime, toWallTime } from '../time/zoned';
import { parseDateTime } from './parse-date-time';

/** A time zone that the field offers. */
export interface Zone {
  id: 'venue' | 'own' | 'utc';
  label: string;
  /** IANA name. */
  timeZone: string;
}

/** A quick pick: ISO 8601, or null while it isn't known. */
export interface DateTimePreset {
  label: string;
  at: string | null;
}

export interface DateTimeState {
  /** The valid value, ISO 8601; null without one. */
  at: string | null;
  zones: readonly Zone[];
  zone: Zone;
  setZone: (zone: Zone) => void;
  /** What the input shows. */
  text: string;
  setText: (text: string) => void;
  /** Shows a valid value in its standard format, when the input loses the focus. */
  finishTyping: () => void;
  /** The wall time in the zone, "2026-11-28T15:00"; empty without a value. */
  wall: string;
  /** Sets a wall time in the zone. */
  setWall: (wall: string) => void;
  setInstant: (iso: string) => void;
  /** The two instants of a wall time that occurs twice; else empty. */
  ambiguousInstants: readonly string[];
  /** The text may be incomplete. */
  isTyping: boolean;
}

/** Formats date, year and time as elsewhere in the product. */
const formatDateTime = (iso: string, timeZone: string, locale: string): string =>
  `${formatInstant(iso, { locale, timeZone, style: 'date' })}, ${formatInstant(iso, { locale, timeZone, style: 'time' })}`;

const utc: Zone = { id: 'utc', label: 'UTC', timeZone: 'UTC' };

/** Returns the offered time zones without duplicates, the venue's first. */
function useZones(venue: string | undefined): readonly Zone[] {
  const t = useTexts();
  const own = useLocale().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const all: Zone[] = [
    ...(venue ? [{ id: 'venue' as const, label: t('dateTime.venue'), timeZone: venue }] : []),
    { id: 'own', label: t('dateTime.own'), timeZone: own },
    utc,
  ];
  return all.filter(({ timeZone }, i) => all.findIndex((one) => one.timeZone === timeZone) === i);
}

/** Whether a form's value is an instant: ISO 8601 with an offset. */
export const isInstant = (value: string): boolean =>
  /(Z|[+-]\d\d:?\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));

/**
 * Keeps the state of a date-time field: its text, its value and its time zone.
 *
 * @param onChange called with ISO 8601 UTC, null when empty, or the text when it is invalid
 */
export function useDateTime(
  value: string | null,
  onChange: (value: string | null) => void,
  venue: string | undefined,
): DateTimeState {
  const { locale, now } = useLocale();
  const zones = useZones(venue);
  const [chosen, setChosen] = useState<Zone['id'] | null>(null);
  const zone = zones.find(({ id }) => id === chosen) ?? zones[0] ?? utc;
  const { timeZone } = zone;
  const [typed, setTyped] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const at = value !== null && isInstant(value) ? value : null;

  const setText = (text: string) => {
    setTyped(text);
    setTyping(true);
    if (text.trim() === '') {
      onChange(null);
      return;
    }
    const instant = now();
    const iso = new Date(instant).toISOString();
    const clock = { instant, wall: toWallTime(iso, timeZone), utcWall: toWallTime(iso, 'UTC') };
    const read = parseDateTime(text, clock, locale);
    if (read === null) onChange(text);
    else if ('instant' in read) onChange(new Date(read.instant).toISOString());
    else onChange(fromWallTime(read.wall, read.utc ? 'UTC' : timeZone)[0] ?? read.wall);
  };
  const wall = at === null ? '' : toWallTime(at, timeZone);
  const both = at === null ? [] : fromWallTime(wall, timeZone);
  return {
    at,
    zones,
    zone,
    setZone: ({ id }) => {
      setChosen(id);
      if (at !== null) setTyped(null);
    },
    text: typed ?? (at === null ? (value ?? '') : formatDateTime(at, timeZone, locale)),
    setText,
    finishTyping: () => {
      setTyping(false);
      if (value === null || at !== null) setTyped(null);
    },
    wall,
    setWall: (picked) => {
      const [first] = fromWallTime(picked, timeZone);
      setTyped(null);
      onChange(first ?? picked);
    },
    setInstant: (iso) => {
      setTyped(null);
      onChange(iso);
    },
    ambiguousInstants: both.length === 2 ? both : [],
    isTyping,
  };
}

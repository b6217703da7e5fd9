import { useState } from 'react';
import { useTexts } from '../texts';
import { formatInstant } from '../time/format';
import { useLocale } from '../time/locale';
import { fromWallTime, toWallTime } from '../time/zoned';
import { readTyped } from './parse-date-time';

/** A zone in which the field can be typed. */
export interface Zone {
  id: 'venue' | 'own' | 'utc';
  label: string;
  /** IANA name. */
  timeZone: string;
}

/** A point in time that is often meant: ISO 8601, or null while it isn't known. */
export interface DateTimePreset {
  label: string;
  at: string | null;
}

export interface DateTimeState {
  /** The point in time, ISO 8601; null while there is none. */
  at: string | null;
  zones: readonly Zone[];
  zone: Zone;
  setZone: (zone: Zone) => void;
  /** What the input shows. */
  text: string;
  type: (text: string) => void;
  /** Leaves the input: what was read is shown as it is written. */
  leave: () => void;
  /** "2026-11-28T15:00" in the zone; empty while there is none. */
  wall: string;
  /** Chooses a wall time in the zone. */
  setWall: (wall: string) => void;
  setInstant: (iso: string) => void;
  /** The instants of a wall time that comes twice; else empty. */
  twice: readonly string[];
  /** Somebody is typing: what stands there may be half a time. */
  typing: boolean;
}

/** As dates are written everywhere, with the year and the time. */
const words = (iso: string, timeZone: string, locale: string): string =>
  `${formatInstant(iso, { locale, timeZone, style: 'date' })}, ${formatInstant(iso, { locale, timeZone, style: 'time' })}`;

/** The zones in which a time can be typed: the venue's first, each clock once. */
function useZones(venue: string | undefined): readonly Zone[] {
  const t = useTexts();
  const own = useLocale().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const all: Zone[] = [
    ...(venue ? [{ id: 'venue' as const, label: t('dateTime.venue'), timeZone: venue }] : []),
    { id: 'own', label: t('dateTime.own'), timeZone: own },
    { id: 'utc', label: 'UTC', timeZone: 'UTC' },
  ];
  return all.filter(({ timeZone }, i) => all.findIndex((one) => one.timeZone === timeZone) === i);
}

/** Whether a form's value is a point in time: ISO 8601 with its offset. */
export const isInstant = (value: string): boolean =>
  /(Z|[+-]\d\d:?\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));

/**
 * Keeps what is typed into a date-time field and what it means.
 *
 * @param onChange is told ISO 8601 UTC, null for nothing, and what is no point in time as it stands, to be refused
 */
export function useDateTime(
  value: string | null,
  onChange: (value: string | null) => void,
  venue: string | undefined,
): DateTimeState {
  const { locale, now } = useLocale();
  const zones = useZones(venue);
  const [chosen, setChosen] = useState<Zone['id'] | null>(null);
  const zone = zones.find(({ id }) => id === chosen) ?? zones[0]!;
  const { timeZone } = zone;
  const [typed, setTyped] = useState<string | null>(null);
  const [typing, setTyping] = useState(false);
  const at = value !== null && isInstant(value) ? value : null;

  const type = (text: string) => {
    setTyped(text);
    setTyping(true);
    if (text.trim() === '') return onChange(null);
    const instant = now();
    const iso = new Date(instant).toISOString();
    const clock = { instant, wall: toWallTime(iso, timeZone), utcWall: toWallTime(iso, 'UTC') };
    const read = readTyped(text, clock, locale);
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
    text: typed ?? (at === null ? (value ?? '') : words(at, timeZone, locale)),
    type,
    leave: () => {
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
    twice: both.length === 2 ? both : [],
    typing,
  };
}

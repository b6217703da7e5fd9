import { createHash } from 'node:crypto';
import type { Account, Area, EventDefinition } from '../catalogue.ts';

/** What a scenario does to a rehearsal. Shares from 0 to 1, by task unless said otherwise. */
export interface RehearsalProfile {
  /** Time over which 200 tasks are admitted from the waiting room; fewer or more take less or more. */
  wait_ms: number;
  /** The part of the tasks, by their order in the waiting room, that still finds seats. */
  seats_share: number;
  /** Tries that the site answers with 429. */
  busy_share: number;
  /** First tries that meet the outage, and second ones. */
  outage_shares: [number, number];
  /** First holds that lapse soon, and second ones. */
  lapse_shares: [number, number];
  /** Longest time that a hold takes. */
  hold_ms: number;
  /** How long held seats last, where they don't lapse soon. */
  lasts_ms: number;
}

const CALM: RehearsalProfile = {
  wait_ms: 2_000,
  seats_share: 1,
  busy_share: 0,
  outage_shares: [0, 0],
  lapse_shares: [0, 0],
  hold_ms: 100,
  lasts_ms: 600_000,
};

const PROFILES = {
  calm: CALM,
  rush: { ...CALM, wait_ms: 15_000, seats_share: 0.9, hold_ms: 1_500 },
  waiting_room: { ...CALM, wait_ms: 40_000 },
  sell_out: { ...CALM, wait_ms: 8_000, seats_share: 0.5 },
  too_many_requests: { ...CALM, wait_ms: 4_000, busy_share: 0.3 },
  lapses: { ...CALM, wait_ms: 4_000, lapse_shares: [0.3, 0.25] },
  short_holds: { ...CALM, lasts_ms: 20_000 },
  outage: { ...CALM, wait_ms: 4_000, outage_shares: [0.5, 0.1] },
  all_at_once: {
    ...CALM,
    wait_ms: 8_000,
    seats_share: 0.9,
    busy_share: 0.15,
    lapse_shares: [0.15, 0.25],
    hold_ms: 1_000,
  },
} satisfies Record<string, RehearsalProfile>;

/** A rehearsal, as its event's guid describes it. */
export interface Rehearsal {
  guid: string;
  profile: RehearsalProfile;
  seed: number;
  tasks: number;
}

/** The decisions of a rehearsal that differ between tries. */
export type Decision = 'busy' | 'outage' | 'lapse' | 'delay' | 'admission';

const GUID = /^rehearsal~([a-z_]{1,30})~(\d{1,6})~(\d{1,5})~[0-9a-z]{1,20}$/;
const EMAIL = /^login-(\d{5})@rehearsal\.example$/;

/** Returns the rehearsal of a guid such as `rehearsal~rush~7~200~1f0c`; undefined for any other. */
export function parseRehearsal(guid: string): Rehearsal | undefined {
  const [, scenario = '', seed, tasks] = GUID.exec(guid) ?? [];
  if (!Object.hasOwn(PROFILES, scenario)) return undefined;
  const profile = PROFILES[scenario as keyof typeof PROFILES];
  return { guid, profile, seed: Number(seed), tasks: Math.max(1, Number(tasks)) };
}

/** A number in [0, 1) that depends on the rehearsal's seed, the task and its try alone. */
export const decide = ({ seed }: Rehearsal, what: Decision, index: number, attempt = 0): number =>
  createHash('sha256').update(`${seed}\n${what}\n${index}\n${attempt}`).digest().readUInt32BE(0) / 2 ** 32;

const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1));

export const REHEARSAL_AREAS = ['North 104', 'North 105', 'East 210', 'East 211', 'West 12', 'South Stand'];
const SEATS_PER_ROW = 24;
const area = (name: string): Area => ({
  name,
  rows: numbers(20),
  seatsPerRow: SEATS_PER_ROW,
  premiumRows: 6,
  standardRows: 8,
});

/** The event of a rehearsal; undefined for any other guid. */
export const rehearsalEvent = (guid: string): EventDefinition | undefined =>
  parseRehearsal(guid) && {
    guid,
    name: 'Rehearsal',
    venue: 'Harbour Park',
    city: 'Harbour City',
    category: 'football',
    currency: 'GBP',
    maxPerAccount: 10_000,
    daysAhead: 30,
    hour: 15,
    prices: { premium: 53, standard: 38, value: 26 },
    areas: REHEARSAL_AREAS.map(area),
  };

/** The account of a made-up login, such as `login-00001@rehearsal.example`; undefined for any other e-mail. */
export function rehearsalAccount(email: string): Account | undefined {
  const number = EMAIL.exec(email)?.[1];
  return number === undefined
    ? undefined
    : { email, password: `rehearsal-${number}`, name: `Rehearsal ${number}`, supporterId: `RH-${number}` };
}

/** The index in the plan of a made-up login's task; null for another account. */
export function planIndex(email: string): number | null {
  const number = EMAIL.exec(email)?.[1];
  return number === undefined ? null : Number(number) - 1;
}

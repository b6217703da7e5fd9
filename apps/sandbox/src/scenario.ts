import { invalid } from './problem.ts';

/** How the site behaves. Times in milliseconds, shares from 0 to 1. */
export interface Behaviour {
  sign_in_ms: number;
  hold_delay_ms: number;
  hold_ms: number;
  waiting_room: boolean;
  wait_min_ms: number;
  /** People let in from the waiting room a second. */
  wait_per_second: number;
  pass_ms: number;
  /** Seats on sale at each event; null: the whole house. */
  seats_on_sale: number | null;
  /** Seats that other people buy just before each hold. */
  crowd_per_hold: number;
  busy_share: number;
  busy_retry_after_s: number;
  slow_share: number;
  slow_ms: number;
  decline_share: number;
  /** The outage begins with this many API requests since the scenario began; null: none. */
  outage_after_requests: number | null;
  outage_ms: number;
}

const CALM: Behaviour = {
  sign_in_ms: 300,
  hold_delay_ms: 300,
  hold_ms: 600_000,
  waiting_room: true,
  wait_min_ms: 2_000,
  wait_per_second: 10,
  pass_ms: 600_000,
  seats_on_sale: null,
  crowd_per_hold: 0,
  busy_share: 0,
  busy_retry_after_s: 3,
  slow_share: 0,
  slow_ms: 2_500,
  decline_share: 0,
  outage_after_requests: null,
  outage_ms: 15_000,
};

export interface Scenario {
  title: string;
  text: string;
  behaviour: Behaviour;
}

export const SCENARIOS = {
  calm: {
    title: 'Calm',
    text: 'A short waiting room, plenty of seats, holds of ten minutes.',
    behaviour: CALM,
  },
  on_sale_rush: {
    title: 'On-sale rush',
    text: 'A long waiting room while other people take the best seats first.',
    behaviour: {
      ...CALM,
      wait_min_ms: 6_000,
      wait_per_second: 4,
      crowd_per_hold: 18,
      slow_share: 0.2,
      slow_ms: 1_200,
    },
  },
  sell_out: {
    title: 'Sell-out',
    text: 'Thirty seats at each event, then it is sold out.',
    behaviour: { ...CALM, seats_on_sale: 30 },
  },
  waiting_room: {
    title: 'Waiting room',
    text: 'Twenty seconds at least, two people a second.',
    behaviour: { ...CALM, wait_min_ms: 20_000, wait_per_second: 2 },
  },
  too_many_requests: {
    title: 'Too many requests',
    text: 'One write in six is answered 429 with Retry-After; three answers in ten are slow.',
    behaviour: { ...CALM, busy_share: 0.16, slow_share: 0.3 },
  },
  short_holds: {
    title: 'Holds that lapse',
    text: 'A basket lasts forty-five seconds.',
    behaviour: { ...CALM, hold_ms: 45_000 },
  },
  declined: {
    title: 'Declined payments',
    text: 'Every second payment is declined.',
    behaviour: { ...CALM, decline_share: 0.5 },
  },
  outage: {
    title: 'Outage in the middle',
    text: 'After forty requests the site is gone for fifteen seconds.',
    behaviour: { ...CALM, outage_after_requests: 40 },
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;

/** What is in force: the chosen scenario, its seed, and single values changed by hand or by a test. */
export interface ScenarioChoice {
  name: ScenarioName;
  seed: number;
  overrides: Partial<Behaviour>;
}

export const isScenarioName = (value: unknown): value is ScenarioName =>
  typeof value === 'string' && Object.hasOwn(SCENARIOS, value);

/** The behaviour of a choice. */
export const behaviourOf = (choice: ScenarioChoice): Behaviour => ({
  ...SCENARIOS[choice.name].behaviour,
  ...choice.overrides,
});

function override(key: keyof Behaviour, value: unknown): number | boolean | null {
  const example: unknown = CALM[key];
  if (typeof example === 'boolean') {
    if (typeof value === 'boolean') return value;
    throw invalid(`overrides.${key}`, `${key} must be true or false`);
  }
  if (value === null && example === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw invalid(`overrides.${key}`, `${key} must be a number from 0`);
  }
  if (key.endsWith('_share') && value > 1) throw invalid(`overrides.${key}`, `${key} must be from 0 to 1`);
  if (key === 'wait_per_second' && value === 0) throw invalid(`overrides.${key}`, `${key} must be above 0`);
  return value;
}

/** Checks the body of a scenario request. Throws a 400 that names the field. */
export function parseChoice(body: Record<string, unknown>, defaultSeed: number): ScenarioChoice {
  if (!isScenarioName(body.name)) {
    throw invalid('name', `name must be one of ${Object.keys(SCENARIOS).join(', ')}`);
  }
  const seed = body.seed === undefined || body.seed === '' ? defaultSeed : Number(body.seed);
  if (!Number.isInteger(seed) || seed < 0) throw invalid('seed', 'seed must be a whole number from 0');
  const given = body.overrides ?? {};
  if (typeof given !== 'object' || Array.isArray(given))
    throw invalid('overrides', 'overrides must be an object');
  const entries = Object.entries(given).map(([key, value]) => {
    if (!Object.hasOwn(CALM, key)) throw invalid(`overrides.${key}`, `${key} is not part of a scenario`);
    return [key, override(key as keyof Behaviour, value)];
  });
  return { name: body.name, seed, overrides: Object.fromEntries(entries) as Partial<Behaviour> };
}

import { invalidField } from './sandbox-error.ts';

/** How the site behaves. Times in milliseconds, shares from 0 to 1. */
export interface Behaviour {
  sign_in_ms: number;
  hold_delay_ms: number;
  hold_ms: number;
  waiting_room: boolean;
  wait_min_ms: number;
  /** People admitted from the waiting room per second. */
  wait_per_second: number;
  pass_ms: number;
  /** Seats on sale at each event; null: all. */
  seats_on_sale: number | null;
  /** Seats that simulated buyers take just before each hold. */
  crowd_per_hold: number;
  busy_share: number;
  busy_retry_after_s: number;
  slow_share: number;
  slow_ms: number;
  decline_share: number;
  /** The outage begins after this many requests since the scenario started; null: none. */
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
    text: 'A short waiting room, all seats on sale, holds of 10 minutes.',
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
    text: 'Only 30 seats per event.',
    behaviour: { ...CALM, seats_on_sale: 30 },
  },
  waiting_room: {
    title: 'Waiting room',
    text: 'At least 20 seconds; 2 people admitted per second.',
    behaviour: { ...CALM, wait_min_ms: 20_000, wait_per_second: 2 },
  },
  too_many_requests: {
    title: 'Too many requests',
    text: '16% of writes return 429 with Retry-After; 30% of responses are slow.',
    behaviour: { ...CALM, busy_share: 0.16, slow_share: 0.3 },
  },
  short_holds: {
    title: 'Short holds',
    text: 'Holds expire after 45 seconds.',
    behaviour: { ...CALM, hold_ms: 45_000 },
  },
  declined: {
    title: 'Declined payments',
    text: 'Half of all payments are declined.',
    behaviour: { ...CALM, decline_share: 0.5 },
  },
  outage: {
    title: 'Outage',
    text: 'After 40 requests the site is unavailable for 15 seconds.',
    behaviour: { ...CALM, outage_after_requests: 40 },
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;

/** What keeps an account with the right password from signing in. */
const ACCOUNT_FAULTS = ['locked', 'code_needed'] as const;
export type AccountFault = (typeof ACCOUNT_FAULTS)[number];

/** The active scenario, its seed, overridden values, and accounts that can't sign in, by e-mail. */
export interface ScenarioChoice {
  name: ScenarioName;
  seed: number;
  overrides: Partial<Behaviour>;
  /** Missing from scenarios that an earlier version has saved. */
  accounts?: Readonly<Record<string, AccountFault>>;
}

const isScenarioName = (value: unknown): value is ScenarioName =>
  typeof value === 'string' && Object.hasOwn(SCENARIOS, value);

/** Returns the scenario's behaviour with the overrides applied. */
export const behaviourOf = (choice: ScenarioChoice): Behaviour => ({
  ...SCENARIOS[choice.name].behaviour,
  ...choice.overrides,
});

function parseOverride(key: keyof Behaviour, value: unknown): number | boolean | null {
  const example: unknown = CALM[key];
  if (typeof example === 'boolean') {
    if (typeof value === 'boolean') return value;
    throw invalidField(`overrides.${key}`, `${key} must be true or false`);
  }
  if (value === null && example === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw invalidField(`overrides.${key}`, `${key} must be a number of at least 0`);
  }
  if (key.endsWith('_share') && value > 1)
    throw invalidField(`overrides.${key}`, `${key} must be from 0 to 1`);
  if (key === 'wait_per_second' && value === 0)
    throw invalidField(`overrides.${key}`, `${key} must be above 0`);
  return value;
}

const isAccountFault = (value: unknown): value is AccountFault =>
  ACCOUNT_FAULTS.some((fault) => fault === value);

function parseAccounts(accounts: unknown): Readonly<Record<string, AccountFault>> {
  if (accounts === undefined) return {};
  if (typeof accounts !== 'object' || accounts === null || Array.isArray(accounts))
    throw invalidField('accounts', 'accounts must be an object');
  return Object.fromEntries(
    Object.entries(accounts).map(([email, fault]) => {
      if (!isAccountFault(fault))
        throw invalidField('accounts', `accounts must have values of ${ACCOUNT_FAULTS.join(', ')}`);
      return [email.toLowerCase(), fault];
    }),
  );
}

/** Parses the body of a scenario request. Throws a 400 error that names the invalid field. */
export function parseChoice(body: Record<string, unknown>, defaultSeed: number): ScenarioChoice {
  if (!isScenarioName(body.name)) {
    throw invalidField('name', `name must be one of ${Object.keys(SCENARIOS).join(', ')}`);
  }
  const seed = body.seed === undefined || body.seed === '' ? defaultSeed : Number(body.seed);
  if (!Number.isInteger(seed) || seed < 0)
    throw invalidField('seed', 'seed must be a whole number of at least 0');
  const overrides = body.overrides ?? {};
  if (typeof overrides !== 'object' || Array.isArray(overrides))
    throw invalidField('overrides', 'overrides must be an object');
  const entries = Object.entries(overrides).map(([key, value]) => {
    if (!Object.hasOwn(CALM, key)) throw invalidField(`overrides.${key}`, `${key} is not part of a scenario`);
    return [key, parseOverride(key as keyof Behaviour, value)];
  });
  return {
    name: body.name,
    seed,
    overrides: Object.fromEntries(entries) as Partial<Behaviour>,
    accounts: parseAccounts(body.accounts),
  };
}

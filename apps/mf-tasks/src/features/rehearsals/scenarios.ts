import type { RehearsalDto } from '@tessera/api';

/** The scenarios of the sandbox, in the order in which they are offered. */
export const scenarios: readonly RehearsalDto['scenario'][] = [
  'calm',
  'rush',
  'waiting_room',
  'sell_out',
  'too_many_requests',
  'lapses',
  'outage',
  'all_at_once',
];

/** Whether a text of the address is a scenario. */
export const isScenario = (text: string | null): text is RehearsalDto['scenario'] =>
  scenarios.some((scenario) => scenario === text);

/** How the sandbox behaves in a rehearsal, in the order in which pages offer it; the sandbox has the numbers. */
export const rehearsalScenarios = [
  'calm',
  'rush',
  'waiting_room',
  'sell_out',
  'too_many_requests',
  'lapses',
  'short_holds',
  'outage',
  'all_at_once',
] as const;
export type RehearsalScenario = (typeof rehearsalScenarios)[number];

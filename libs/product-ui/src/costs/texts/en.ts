/** Costs of plans, in English. */
export const en = {
  ofJobs: 'Planned cost of running and scheduled jobs',
  /** Beside a cost that leaves seats out. */
  unpriced: 'No price known for {{count}} of {{seats}} seats',
  allUnpriced_one: 'No price known for {{count}} seat',
  allUnpriced_other: 'No price known for {{count}} seats',
};

/** What a worker can report about a failed try: what the site did, or what it refused. */
export const reportedFailureKinds = [
  'rate_limited',
  'slow',
  'sold_out',
  'outage',
  'login',
  'payment',
  'limit',
] as const;
export type ReportedFailureKind = (typeof reportedFailureKinds)[number];

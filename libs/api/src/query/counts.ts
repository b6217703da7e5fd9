/** Converts a map of counts (`counts` of a job, `unfinished`) whose values the API document leaves untyped. */
export const countsOf = (value: Readonly<Record<string, unknown>>): Record<string, number> =>
  Object.fromEntries(Object.entries(value).map(([name, count]) => [name, Number(count) || 0]));

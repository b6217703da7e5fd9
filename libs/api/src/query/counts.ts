/** A map of counts, as the document can't say that its values are numbers: `counts` of a job, `unfinished`. */
export const countsOf = (value: Readonly<Record<string, unknown>>): Record<string, number> =>
  Object.fromEntries(Object.entries(value).map(([name, count]) => [name, Number(count) || 0]));

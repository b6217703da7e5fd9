/** One page of a list: the rows, and the paging headers. */
export interface Page<Row> {
  rows: Row[];
  /** The number of matching rows, counted to 10,000. Null when the list isn't paged. */
  total: number | null;
  /** True when there are more than `total`: show "10,000+". */
  capped: boolean;
  /** The cursor of the next page of a long list, from `Link: rel="next"`; null on the last page. */
  nextCursor: string | null;
}

/** The number of matching rows, as tabs and headings show it; undefined when unknown. */
export const countOf = (
  page: Pick<Page<unknown>, 'total' | 'capped'> | undefined,
): { count: number; capped: boolean } | undefined =>
  page?.total == null ? undefined : { count: page.total, capped: page.capped };

/** Converts a list call's response: `pageOf(await tasksList({ query, signal }))`. */
export function pageOf<Row>({ data, response }: { data: Row[]; response: Response }): Page<Row> {
  const total = response.headers.get('x-total-count');
  return {
    rows: data,
    total: total === null ? null : Number(total),
    capped: response.headers.get('x-total-count-capped') === 'true',
    nextCursor: nextLink(response.headers)?.searchParams.get('cursor') ?? null,
  };
}

/** The target of `Link: rel="next"`; null on the last page. */
export function nextLink(headers: Headers): URL | null {
  const link = headers
    .get('link')
    ?.split(',')
    .find((part) => /;\s*rel="?next"?/.test(part));
  const target = /<([^>]*)>/.exec(link ?? '')?.[1];
  return target === undefined ? null : new URL(target, location.href);
}

/** One page of a list: the rows and what the headers say about the rest. */
export interface Page<Row> {
  rows: Row[];
  /** All rows that match; counting stops at 10,000. Null when the list isn't paged. */
  total: number | null;
  /** True when there are more than `total`: show "10,000+". */
  capped: boolean;
  /** The cursor of the next page of a long list, from `Link: rel="next"`; null on the last page. */
  nextCursor: string | null;
}

/** How many rows match, as tabs and heads show it; nothing where it isn't known. */
export const countOf = (
  page: Pick<Page<unknown>, 'total' | 'capped'> | undefined,
): { count: number; capped: boolean } | undefined =>
  page?.total == null ? undefined : { count: page.total, capped: page.capped };

/** Reads a list call's answer: `pageOf(await listTasks({ query, signal }))`. */
export function pageOf<Row>({ data, response }: { data: Row[]; response: Response }): Page<Row> {
  const total = response.headers.get('x-total-count');
  return {
    rows: data,
    total: total === null ? null : Number(total),
    capped: response.headers.get('x-total-count-capped') === 'true',
    nextCursor: cursorOf(response.headers.get('link')),
  };
}

function cursorOf(link: string | null): string | null {
  const next = link?.split(',').find((part) => /;\s*rel="?next"?/.test(part));
  const target = /<([^>]*)>/.exec(next ?? '')?.[1];
  return target ? new URL(target, location.href).searchParams.get('cursor') : null;
}

import type { FastifyReply } from 'fastify';
import { COUNT_CAP, type Page, type Pagination } from './list-query';

type PageRequest = Pick<Pagination, 'page' | 'limit' | 'paged'>;
/** A page without its rows, of which only the number matters here. */
type PageFacts = Omit<Page<unknown>, 'rows'> & { rows: { length: number } };

/** Sets `X-Total-Count`, `X-Total-Count-Capped` and `Link` for a page of a list. */
export function setListHeaders(reply: FastifyReply, pagination: PageRequest, page: PageFacts): void {
  const capped = page.capped ?? page.total > COUNT_CAP;
  const total = capped ? Math.min(page.total, COUNT_CAP) : page.total;
  void reply.header('X-Total-Count', String(total));
  if (capped) void reply.header('X-Total-Count-Capped', 'true');
  const links = linksOf(reply.request.url, pagination, { ...page, total, capped });
  if (links.length > 0) void reply.header('Link', links.join(', '));
}

function linksOf(url: string, pagination: PageRequest, page: PageFacts & { capped: boolean }): string[] {
  const [path = '', ...search] = url.split('?');
  const link = (rel: string, change: Record<string, string>) => {
    const params = new URLSearchParams(search.join('?'));
    params.delete('cursor' in change ? 'page' : 'cursor');
    for (const [name, value] of Object.entries(change)) params.set(name, value);
    return `<${path}?${params.toString()}>; rel="${rel}"`;
  };
  const linkToPage = (rel: string, number: number) =>
    link(rel, { page: String(number), page_size: String(Math.min(pagination.limit, 200)) });
  if (page.nextCursor) return [link('next', { cursor: page.nextCursor })];
  if (page.nextCursor === null) return [];
  if (!pagination.paged) {
    const next = Math.floor(page.rows.length / Math.min(pagination.limit, 200)) + 1;
    return page.total > page.rows.length ? [linkToPage('next', next)] : [];
  }
  const last = Math.max(1, Math.ceil(page.total / pagination.limit));
  const hasNext = page.capped ? page.rows.length === pagination.limit : pagination.page < last;
  return [
    linkToPage('first', 1),
    ...(pagination.page > 1 ? [linkToPage('prev', pagination.page - 1)] : []),
    ...(hasNext ? [linkToPage('next', pagination.page + 1)] : []),
    ...(page.capped ? [] : [linkToPage('last', last)]),
  ];
}

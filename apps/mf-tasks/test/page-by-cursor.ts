import type { Answer } from '@tessera/api/testing';

const most = 100;

/** A page of the list, newest first. The cursor is the id after which it starts. */
export function pageByCursor(all: readonly { id: number }[], query: URLSearchParams): Answer {
  const behind = Number(query.get('cursor') ?? Infinity);
  const page = all.filter(({ id }) => id < behind).slice(0, most);
  const link: Record<string, string> =
    page.length < most ? {} : { Link: `</api/tasks?cursor=${page.at(-1)?.id}>; rel="next"` };
  return { body: page, headers: { 'X-Total-Count': String(all.length), ...link } };
}

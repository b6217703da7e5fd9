import { countOf, pageOf } from './page';

const answer = (headers: Record<string, string>) => ({
  data: [{ id: 1 }],
  response: new Response('[]', { headers }),
});

test('reads total, cap and next cursor from the headers', () => {
  const page = pageOf(
    answer({
      'x-total-count': '10000',
      'x-total-count-capped': 'true',
      link: '</api/tasks?page_size=20>; rel="first", </api/tasks?cursor=abc%3D&page_size=20>; rel="next"',
    }),
  );
  expect(page).toEqual({ rows: [{ id: 1 }], total: 10000, capped: true, nextCursor: 'abc=' });
  expect(countOf(page)).toEqual({ count: 10000, capped: true });
});

test('has no total for a list that isn’t paged', () => {
  const page = pageOf(answer({}));
  expect(page).toEqual({ rows: [{ id: 1 }], total: null, capped: false, nextCursor: null });
  expect(countOf(page)).toBeUndefined();
});

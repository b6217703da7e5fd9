import fc from 'fast-check';
import { task } from '../../../test/records';
import { LoadedRows } from './loaded-rows';

const pageOf = (...ids: number[]) => ({ rows: ids.map((id) => task(id)) });
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

test('pages that come behind add their rows; the same pages give the same array', () => {
  const loaded = new LoadedRows();
  const [first, second, third] = [pageOf(1, 2), pageOf(3, 4), pageOf(5)];
  const two = loaded.of([first, second]);
  expect(ids(two)).toEqual([1, 2, 3, 4]);
  expect(loaded.of([first, second])).toBe(two);
  expect(ids(loaded.of([first, second, third]))).toEqual([1, 2, 3, 4, 5]);
  expect(ids(two)).toEqual([1, 2, 3, 4]);
});

test('whatever pages come, change and go, each of their rows stands once, where it stands first', () => {
  const page = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 5 }).map((some) => pageOf(...some));
  fc.assert(
    fc.property(
      fc.array(page, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 20 }),
      (all, picks) => {
        const loaded = new LoadedRows();
        let pages = all.slice(0, 1);
        for (const pick of picks) {
          const other = all[pick % all.length] ?? pageOf();
          if (pick % 3 === 0) pages = [...pages, other];
          else if (pick % 3 === 1) pages = pages.with(pick % pages.length, other);
          else pages = pages.slice(0, Math.max(1, pages.length - 1));
          expect(ids(loaded.of(pages))).toEqual([...new Set(pages.flatMap(({ rows }) => ids(rows)))]);
        }
      },
    ),
  );
});

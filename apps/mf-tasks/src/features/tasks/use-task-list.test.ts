import fc from 'fast-check';
import { task } from '../../../test/records';
import { uniqueRows } from './use-task-list';

const pageOf = (...ids: number[]) => ({ rows: ids.map((id) => task(id)) });

test('keeps the first occurrence of each row', () => {
  const page = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(page, { maxLength: 6 }), (pages) => {
      const rows = uniqueRows(pages.map((ids) => pageOf(...ids)));
      expect(rows.map(({ id }) => id)).toEqual([...new Set(pages.flat())]);
    }),
  );
});

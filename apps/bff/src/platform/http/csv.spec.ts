import fc from 'fast-check';
import { costGrowth } from '../../../test/growth';
import { parseCsv, toCsv, withoutGuard } from './csv';

it('is RFC 4180: quotes where they are needed, CRLF, a header first', () => {
  const rows = [
    { a: 'plain', b: 'a "quote", a comma' },
    { a: 'two\nlines', b: null },
  ];
  expect(toCsv(['a', 'b'], rows)).toBe('a,b\r\nplain,"a ""quote"", a comma"\r\n"two\nlines",\r\n');
});

it('writes numbers, instants, lists and data each in one way', () => {
  const row = { n: -1.5, t: new Date(0), ids: [1, 2], data: { x: [1] }, flag: false };
  expect(toCsv(Object.keys(row), [row])).toBe(
    'n,t,ids,data,flag\r\n-1.5,1970-01-01T00:00:00.000Z,"1,2","{""x"":[1]}",false\r\n',
  );
});

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  [' =1', "' =1"],
  ['"=1"', `'"=1"`],
  ['=HYPERLINK("https://x.example")', `'=HYPERLINK("https://x.example")`],
  ['\t=1', "\t'=1"],
  ['\r=1', "\r'=1"],
  ['Ann;=1+1', "Ann;'=1+1"],
  ['Ann; @SUM(A1);+1', "Ann;' @SUM(A1);'+1"],
  ['Ann\t-1', "Ann\t'-1"],
  ['Ann\n＝1', "Ann\n'＝1"],
  ['Ann|=1', "Ann|'=1"],
])('makes %j harmless as %j', (text, safe) => {
  const [, record] = parseCsv(toCsv(['a'], [{ a: text }])) ?? [];
  expect(record?.[0]).toBe(safe);
});

/** Texts of characters that are special in spreadsheets. */
const texts = fc.string({ unit: fc.constantFrom(...'=+-@＝', ...',;|\t\r\n\'" ', '\u200b', 'a', '1') });

it('never begins a formula, whichever character separates cells, and is read back unchanged', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const csv = toCsv(['a', 'b'], [{ a: one, b: other }]);
      for (const cell of csv.split(/[;|\t\r\n]/)) expect(cell).not.toMatch(/^[\s"\u200b]*[=+\-@＝]/);
      for (const cell of parseCsv(csv)?.[1] ?? []) expect(cell).not.toMatch(/^[\s"\u200b]*[=+\-@＝]/);
      expect(parseCsv(csv)?.[1]?.map(withoutGuard)).toEqual([one, other]);
    }),
    { numRuns: 2000 },
  );
});

it.each(['=', '\t', ' ', "'", ';=', '; ', '"'])('is made safe and read back in linear time: %j', (part) => {
  const growth = costGrowth((size) => {
    const text = part.repeat(size / part.length);
    withoutGuard(parseCsv(toCsv(['a'], [{ a: text }]))?.[1]?.[0] ?? '');
  }, 50_000);
  expect(growth).toBeLessThan(5);
});

it.each([
  ['a,b\r\n1,2\r\n', [['a', 'b'], ['1', '2']]],
  ['a,b\n"x ""y""",\n', [['a', 'b'], ['x "y"', '']]],
  ['a\r\n"1\r\n2"', [['a'], ['1\r\n2']]],
  ['a,', [['a', '']]],
  ['', []],
  ['a\n\nb', [['a'], [''], ['b']]],
])('reads %j', (text, records) => {
  expect(parseCsv(text)).toEqual(records);
}); // prettier-ignore

it.each(['"open', 'in"side', '"a"b,c'])('does not take %j for CSV', (text) => {
  expect(parseCsv(text)).toBeNull();
});

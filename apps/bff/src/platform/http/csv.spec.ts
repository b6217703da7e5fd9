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

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=HYPERLINK("https://x.example")'])(
  'makes %j harmless, and reads it back as it was',
  (text) => {
    const csv = toCsv(['a'], [{ a: text }]);
    const [, record] = parseCsv(csv) ?? [];
    expect(record?.[0]).toBe(`'${text}`);
    expect(withoutGuard(record?.[0] ?? '')).toBe(text);
  },
);

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

import fc from 'fast-check';
import { checkDigit } from '../../../test/card-numbers';
import { costGrowth } from '../../../test/growth';
import { FieldErrors } from '../errors/field-errors';
import { addCardNumbers, holdsCardNumber } from './card-numbers';

it.each([
  '4242424242424242',
  '4242 4242 4242 4242',
  'pay 5555-5555-5555-4444 now',
  'card 4242 4242 4242 4242 12 28',
  '378282246310005',
  '6011111111111117',
  '3056930009020004',
  '2223003122003222',
  '4222222222222',
  '4242\u00a04242\u00a04242\u00a04242',
  '4242.4242.4242.4242',
  '4242 - 4242 - 4242 - 4242',
  '4242\n4242\n4242\n4242',
  '4242%204242%204242%204242',
  '4242+4242+4242+4242',
  '４２４２４２４２４２４２４２４２',
  '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
  '𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐',
  '4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2\u200b4\u200b2',
  'visa4242424242424242exp1228',
  'REF4242424242424242X',
  'card_4242424242424242',
  'https://tickets.example/basket/4242424242424242',
  'https://tickets.example/basket/4242424242424242ab',
])('finds the card number in %j', (text) => {
  expect(holdsCardNumber(text)).toBe(true);
});

it.each([
  'ends in 4242',
  '4242424242424241',
  '1763600000003',
  '+44 20 7946 0958',
  '+49 151 23456784, +49 151 23456784',
  '42424242-4242-4242-8242-424242424242',
  '42424242424242428242424242424242',
  'https://tickets.example/basket/4242424242424242ac03e1f7',
  'tok_4242424242424242abcdef',
  'pm_4242424242424242',
  '4242424242424242@quayside.example',
  '2026-11-24 13:05:06.123456',
  'seats 40, 41, 42, 43, 44, 45, 46, 47, 48, 49',
  'ORD-2026-000123',
])('accepts %j', (text) => {
  expect(holdsCardNumber(text)).toBe(false);
});

const digits = (min: number, max = min) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });

/** A number of 13 to 19 digits with an issuer's prefix that passes the check. */
const cardNumber = fc
  .tuple(fc.constantFrom('4', '51', '2221', '2720', '34', '37', '6011', '65', '300', '3528', '62', '58'), fc.integer({ min: 13, max: 19 }))
  .chain(([prefix, length]) => digits(length - prefix.length - 1).map((rest) => prefix + rest))
  .map((body) => body + checkDigit(body)); // prettier-ignore

const zeros = ['0', '０', '٠', '۰', '०', '๐', '\u{1d7ce}', '\u{1d7f6}'];
const inScript = (zero: string) => (text: string) =>
  [...text].map((digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit))).join('');

const separator = fc.string({
  unit: fc.constantFrom(' ', '-', '.', '\u00a0', '\u2009', '\u200b', '/', '_', '·', ',', '–', '*', '|', '\n', '\t', '\u3000'),
  maxLength: 3,
}); // prettier-ignore
const beside = fc.constantFrom('', ' ', 'x', 'visa', 'card: ', '(', '"', 'Nr', 'карта', '卡', '→ ');

/** A card number in groups of random sizes between random separators, in a random script, with text around it. */
const spelledCardNumber = fc
  .tuple(cardNumber, fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), separator), { minLength: 19, maxLength: 19 }), fc.constantFrom(...zeros), beside, beside)
  .map(([number, gaps, zero, before, after]) => {
    let written = '';
    let at = 0;
    for (const [size, gap] of gaps) {
      if (at >= number.length) break;
      written += (at > 0 ? gap : '') + inScript(zero)(number.slice(at, at + size));
      at += size;
    }
    return before + written + after;
  }); // prettier-ignore

it('finds every card number, however it is spelled', () => {
  fc.assert(
    fc.property(spelledCardNumber, (text) => holdsCardNumber(text)),
    { numRuns: 5000 },
  );
});

const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
  minLength: 1,
  maxLength: 24,
});
const harmless = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.replaceAll('-', '')),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 20, maxLength: 64 }).map((id) => `https://tickets.example/basket/${id}`),
  fc.tuple(fc.constantFrom('tok', 'pm', 'src', 'pi', 'cus'), fc.oneof(cardNumber, word)).map(([prefix, body]) => `${prefix}_${body}`),
  fc.tuple(fc.oneof(cardNumber, word), fc.constantFrom('quayside.example', 'mail.harbour.example')).map(([name, host]) => `${name}@${host}`),
  // Phone numbers of the international form: up to 15 digits in groups.
  fc.tuple(fc.integer({ min: 1, max: 999 }), digits(2, 4), digits(3, 4), digits(3, 4)).map(([country, ...groups]) => `+${country} ${groups.join(' ')}`),
  digits(6, 9).map((local) => `0${local.slice(0, 3)} ${local.slice(3)}`),
  // References of orders: a year, a count.
  fc.tuple(fc.constantFrom('ORD', 'REF', 'INV', '#'), fc.integer({ min: 2020, max: 2039 }), digits(4, 8)).map((parts) => parts.join('-')),
); // prettier-ignore

it('accepts guids, random ids in addresses, payment tokens, e-mail addresses, phone numbers and references of orders', () => {
  fc.assert(
    fc.property(harmless, (text) => !holdsCardNumber(text)),
    { numRuns: 5000 },
  );
});

const texts: [string, (length: number) => string][] = [
  ['digits', (length) => '4'.repeat(length)],
  ['single digits apart', (length) => '4 '.repeat(length / 2)],
  ['groups of four', (length) => '4242 '.repeat(length / 5)],
  ['groups with long gaps', (length) => '4242    '.repeat(length / 8)],
  ['letters', (length) => 'a'.repeat(length)],
  ['at signs', (length) => 'a@'.repeat(length / 2)],
  ['labels of a domain', (length) => `4242 4242 4242 4242 a@${'a.'.repeat(length / 2)}`],
  ['guids', (length) => '42424242-4242-4242-8242-424242424242 '.repeat(length / 37)],
  ['tokens', (length) => 'tok_4242424242424242 '.repeat(length / 21)],
  ['addresses', (length) => '/4242424242424242ac03e1f7'.repeat(length / 25)],
  ['dashes', (length) => '-'.repeat(length)],
];

it.each(texts)('takes linear time for %s', (_, textOf) => {
  const sizes = new Map<number, string>();
  const growth = costGrowth((size) => {
    const text = sizes.get(size) ?? textOf(size);
    sizes.set(size, text);
    holdsCardNumber(text);
  }, 40_000);
  expect(growth).toBeLessThan(5);
});

it('names the field at any depth, also where the number is a number or a key', () => {
  const body = {
    a: [{ note: '4242424242424242' }],
    b: 4242424242424242,
    c: { '4242424242424242': 1 },
    d: 0.4242424242424242,
  };
  const errors = new FieldErrors();
  addCardNumbers(body, errors);
  expect(() => errors.throwIfAny()).toThrow(
    'a.0.note must not hold a card number; b must not hold a card number; c must not hold a card number',
  );
});

import { defined } from './defined';

/** Pseudo-random numbers that are the same in each run. */
export function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The prefixes and lengths of each scheme's numbers. */
const schemes: [string[], number[]][] = [
  [['4'], [13, 16, 19]],
  [['51', '53', '55', '2221', '2500', '2720'], [16]],
  [['34', '37'], [15]],
  [
    ['6011', '644', '65'],
    [16, 17, 18, 19],
  ],
  [
    ['300', '305', '36', '38', '39'],
    [14, 16, 19],
  ],
  [
    ['3528', '3589'],
    [16, 17, 18, 19],
  ],
  [
    ['62', '81'],
    [16, 17, 18, 19],
  ],
  // Schemes of one country.
  [['2200', '2204', '2205', '1946', '508', '82', '353', '8600', '9792', '9704', '9860'], [16]],
  [['2131', '1800'], [15]],
  [['3095'], [14]],
  [['31'], [19]],
  [
    ['50', '56', '57', '58', '60', '63', '67'],
    [13, 14, 15, 16, 17, 18, 19],
  ],
];

/** The check digit of a number (Luhn). */
export function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** One of a list's values, chosen at random. */
const pick = <T>(values: readonly T[], random: (below: number) => number): T =>
  defined(values[random(values.length)]);

/** A card number of 13 to 19 digits with an issuer's prefix. */
export function cardNumber(random: (below: number) => number): string {
  const [prefixes, lengths] = pick(schemes, random);
  let digits = pick(prefixes, random);
  const length = pick(lengths, random);
  while (digits.length < length - 1) digits += String(random(10));
  return digits + checkDigit(digits);
}

const separators = ['', ' ', '-', '.', '\u00a0', ' - ', '/'];

/** Spellings of a number: plain, in groups, in other digits, beside letters, within a sentence. */
export function spelled(number: string, random: (below: number) => number): string {
  const separator = pick(separators, random);
  const grouped = number.length === 15 && random(2) ? /^(.{4})(.{6})(.{5})$/ : null;
  const groups = grouped?.exec(number)?.slice(1) ?? number.match(/.{1,4}/g) ?? [];
  const digits = groups.join(separator);
  const written = random(4) === 0 ? fullWidth(digits) : digits;
  const around = [
    written,
    `pay with ${written} please`,
    `card:${written}`,
    `(${written})`,
    `visa${written}x`,
  ];
  return pick(around, random);
}

const fullWidth = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

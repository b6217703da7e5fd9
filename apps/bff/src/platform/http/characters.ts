/** Code points below this have a class; those beyond are letters (CJK extensions). */
const KNOWN = 0x20000;
const [UNKNOWN, LETTER, OTHER, ZERO] = [0, 1, 2, 3];

/** The class of each code point that was looked up so far; a digit's is `ZERO` plus its value. */
const classes = new Uint8Array(KNOWN);

function classOf(code: number): number {
  if (code >= KNOWN) return LETTER;
  const known = classes[code] ?? UNKNOWN;
  if (known !== UNKNOWN) return known;
  const found = classify(String.fromCodePoint(code));
  classes[code] = found;
  return found;
}

function classify(character: string): number {
  const digit = valueOf(character);
  if (digit !== null) return ZERO + digit;
  return /\p{L}/u.test(character) ? LETTER : OTHER;
}

/** Decimal digits of a script follow one another from zero; superscripts and the like decompose to an ASCII digit. */
function valueOf(character: string): number | null {
  const plain = character.normalize('NFKC');
  if (/^[0-9]$/.test(plain)) return Number(plain);
  if (!/\p{Nd}/u.test(character)) return null;
  const code = character.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

/** The value of a decimal digit of any script, e.g. of `４` or `٤`; negative for any other character. */
export const digitOf = (code: number): number => classOf(code) - ZERO;

/** Whether a code point is a letter. */
export const isLetter = (code: number): boolean => classOf(code) === LETTER;

const MAX_KEY = 100;

/** `_x20_` is how drawing programs write a character that an id may not have. */
const ESCAPED = /_x([0-9a-f]{2,5})_/gi;

const unescaped = (name: string): string =>
  name.replace(ESCAPED, (whole, code: string) => {
    const point = Number.parseInt(code, 16);
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });

/** Accents, in scripts whose letters mean the same without them. */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
/** What only separates the parts of a name. Other signs distinguish names: `A` and `A+` are two areas. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}\p{S}#&*/%@!?]|[<>^`´]/gu;

/**
 * The key by which an area and a shape of a site's map match: without case, accents and what separates words. `North
 * Stand`, `north_stand` and `North_x20_Stand` are one area. Empty for a name without letters and digits.
 */
export function areaKey(name: string): string {
  const plain = unescaped(name).normalize('NFKD').toLowerCase().replace(ACCENTS, '$1').normalize('NFC');
  if (!/[\p{L}\p{N}]/u.test(plain)) return '';
  return [...plain.replace(SEPARATORS, '')].slice(0, MAX_KEY).join('');
}

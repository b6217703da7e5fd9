const LONGEST_KEY = 100;

/** `_x20_` is how drawing programs write a character that an id may not have. */
const ESCAPED = /_x([0-9a-f]{2,5})_/gi;

const unescaped = (name: string): string =>
  name.replace(ESCAPED, (whole, code: string) => {
    const point = Number.parseInt(code, 16);
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });

/**
 * The key by which an area and a shape of a site's map match: letters and digits alone, without case or accents. `North
 * Stand`, `north_stand` and `North_x20_Stand` are one area. Empty for a name without letters and digits.
 */
export const areaKey = (name: string): string =>
  unescaped(name)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, LONGEST_KEY);

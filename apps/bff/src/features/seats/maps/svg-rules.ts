/** The namespace of SVG's elements; elements of others are left out. */
export const SVG = 'http://www.w3.org/2000/svg';

const NUMBER = /^[+-]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20})(?:e[+-]?\d{1,2})?$/i;
const LENGTH = /^[+-]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20})(?:px|pt|mm|cm|in|em|%)?$/;
const LENGTHS = /^[\d\s.,+-]{1,400}(?:px|em|%)?$/;
const POINTS = /^[\d\s.,eE+-]*$/;
const PATH = /^[\d\s.,eE+\-MmZzLlHhVvCcSsQqTtAa]*$/;
const TRANSFORM = /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s.,eE+-]*\)[\s,]*)+$/;
/** A name, hexadecimal digits, or numbers; never an address, which `url()` would be. */
const COLOR = /^(?:[a-z]{3,30}|#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))$/i;
const WORD = /^[a-z][a-z\d-]{0,20}$/i;
const WEIGHT = /^(?:[1-9]00|[a-z]{4,7})$/;

/** What may be drawn. Everything else is left out with all that is in it, but for `title` and `desc`, which name areas. */
export const shapes: ReadonlySet<string> = new Set([
  'svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan',
]); // prettier-ignore

/** Attributes that stay, each with the form that its value must have. None of them can hold an address or a script. */
export const attributes: ReadonlyMap<string, RegExp> = new Map([
  ...['x', 'y', 'dx', 'dy'].map((name) => [name, LENGTHS] as const),
  ...['width', 'height', 'rx', 'ry', 'r', 'cx', 'cy', 'x1', 'y1', 'x2', 'y2', 'font-size', 'stroke-width', 'letter-spacing'].map(
    (name) => [name, LENGTH] as const,
  ),
  ...['opacity', 'fill-opacity', 'stroke-opacity', 'stroke-miterlimit', 'pathLength'].map((name) => [name, NUMBER] as const),
  ...['fill', 'stroke', 'color'].map((name) => [name, COLOR] as const),
  ...['fill-rule', 'stroke-linecap', 'stroke-linejoin', 'text-anchor', 'dominant-baseline', 'font-style', 'vector-effect', 'visibility', 'display'].map(
    (name) => [name, WORD] as const,
  ),
  ['font-weight', WEIGHT],
  ['stroke-dasharray', LENGTHS],
  ['points', POINTS],
  ['d', PATH],
  ['transform', TRANSFORM],
]); // prettier-ignore

/** Attributes that a `style` may set as well: those of CSS, which have the same names and forms. */
const geometry = new Set(['points', 'd', 'transform', 'pathLength', 'x1', 'x2', 'y1', 'y2', 'dx', 'dy']);

/**
 * The declarations of a `style` attribute that may stay, as attributes: the pages of the console allow no inline styles, and
 * a declaration that has another form (an address, an escape, a function) is left out.
 */
export function readStyle(style: string): [string, string][] {
  return style.split(';').flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    return !geometry.has(name) && attributes.get(name)?.test(value) ? [[name, value]] : [];
  });
}

/** The numbers of a `viewBox`, or null for what isn't one. */
export function readViewBox(value: string): [number, number, number, number] | null {
  const parts = value.trim().split(/[\s,]+/);
  const [x, y, width, height] = parts.map(Number);
  const isBox =
    parts.length === 4 &&
    parts.every((part) => NUMBER.test(part)) &&
    x !== undefined && y !== undefined && width !== undefined && height !== undefined &&
    width > 0 && height > 0; // prettier-ignore
  return isBox ? [x, y, width, height] : null;
}

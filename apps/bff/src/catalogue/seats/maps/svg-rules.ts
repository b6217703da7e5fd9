/** The namespace of SVG's elements; elements of others are left out. */
export const SVG = 'http://www.w3.org/2000/svg';

/** A part of one: in CSS a number or a percentage. */
const PART = /^[+-]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20})%?$/;
const NUMBER = /^[+-]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20})(?:e[+-]?\d{1,2})?$/i;
const LENGTH = /^[+-]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20})(?:px|pt|mm|cm|in|em|%)?$/;
const LENGTHS = /^[\d\s.,+-]{1,400}(?:px|em|%)?$/;
const POINTS = /^[\d\s.,eE+-]*$/;
const PATH = /^[\d\s.,eE+\-MmZzLlHhVvCcSsQqTtAa]*$/;
export const TRANSFORM = /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s.,eE+-]*\)[\s,]*)+$/;
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
  ...['opacity', 'fill-opacity', 'stroke-opacity'].map((name) => [name, PART] as const),
  ...['stroke-miterlimit', 'pathLength'].map((name) => [name, NUMBER] as const),
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

/** What a drawing's root passes on to its parts. */
export const inherited: ReadonlySet<string> = new Set([
  'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit',
  'stroke-dasharray', 'color', 'opacity', 'font-size', 'font-style', 'font-weight', 'letter-spacing', 'text-anchor', 'dominant-baseline',
]); // prettier-ignore

/** A length in pixels; null for other units, and for what is none. */
export const readLength = (value: string | undefined): number | null =>
  value !== undefined && LENGTH.test(value) && /[\d.](?:px)?$/.test(value) ? Number.parseFloat(value) : null;

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

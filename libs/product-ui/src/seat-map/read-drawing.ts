const SVG = 'http://www.w3.org/2000/svg';

/** A tag with its attributes, or text, as the server writes a drawing. */
const TOKEN = /<(\/?)([a-z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
const ATTRIBUTE = / ([\w:-]+)="([^"]*)"/g;
/** What the server's sanitizer lets through; anything else is no drawing of its. */
const SHAPE = /^(?:svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan)$/;
const UNSAFE_ATTRIBUTE = /^(?:on|href|xlink|src|style)/i;

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescapeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => characters[name] ?? '');

/**
 * Builds the elements of a drawing as the server wrote it; null for anything else. Element by element, since the page's policy
 * (trusted types) refuses to parse text as a document.
 */
export function readDrawing(svg: string): SVGSVGElement | null {
  let root: Element | null = null;
  const open: Element[] = [];
  TOKEN.lastIndex = 0;
  let read = 0;
  for (let token = TOKEN.exec(svg); token; token = TOKEN.exec(svg)) {
    read = TOKEN.lastIndex;
    const [, closing, tag, attributes = '', isEmpty, text] = token;
    const within = open.at(-1);
    if (tag === undefined) within?.append(unescapeXml(text ?? ''));
    else if (closing) {
      if (open.pop()?.tagName !== tag) return null;
    } else {
      if (!SHAPE.test(tag) || (root && !within)) return null;
      const element = document.createElementNS(SVG, tag);
      for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
        if (UNSAFE_ATTRIBUTE.test(name)) return null;
        if (name !== 'xmlns') element.setAttribute(name, unescapeXml(value));
      }
      within?.append(element);
      root ??= element;
      if (!isEmpty) open.push(element);
    }
  }
  const isWhole = read === svg.length && open.length === 0;
  return isWhole && root instanceof SVGSVGElement ? root : null;
}

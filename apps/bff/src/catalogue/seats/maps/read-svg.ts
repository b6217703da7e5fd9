import { SaxesParser, type SaxesTagNS } from 'saxes';
import { attributes, shapes, SVG } from './svg-rules';
import { StyleSheet } from './svg-style';

/** Limits of a drawing, so that it stays cheap to read and to show. */
export const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 64;
const MAX_TITLE = 200;
/** How many kinds of left-out parts are named. */
const MAX_REMOVED = 20;

const INKSCAPE = 'http://www.inkscape.org/namespaces/inkscape';

/** A drawing that can't be used, with the reason. */
export class UnusableSvg extends Error {
  constructor(
    message: string,
    readonly code: 'NOT_SVG' | 'SVG_SIZE' | 'SVG_TOO_COMPLEX' = 'NOT_SVG',
  ) {
    super(message);
  }
}

/** An element with what may stay of it. */
export type RawNode = {
  tag: string;
  /** Allowed attributes; once the drawing is read, with what its styles set. */
  attributes: Map<string, string>;
  children: (RawNode | string)[];
  /** Names from `data-area`, `title` and a layer's label, which people gave, and from `id`, which a program may have. */
  given?: string;
  title: string;
  label: string;
  id: string;
  /** For styles and references alone: none of them is written. */
  classes: string[];
  style: string;
  href?: string;
  viewBox: string;
};

/** What only groups or refers; what it draws takes its place: see References. */
const structural: ReadonlySet<string> = new Set(['defs', 'symbol', 'use', 'switch']);

/**
 * Reads a drawing as strict XML: the elements and attributes that are allowed, with the styles of its style sheets.
 *
 * @throws UnusableSvg for what is no SVG, or too large
 */
export function readSvg(source: string): { root: RawNode; size: SaxesTagNS; removed: ReadonlySet<string> } {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const removed = new Set<string>();
  const sheet = new StyleSheet();
  const all: RawNode[] = [];
  const open: RawNode[] = [];
  let root: RawNode | undefined;
  let size: SaxesTagNS | undefined;
  /** Depth of elements within the element that is left out. */
  let skipped = 0;
  let titleOf: RawNode | undefined;
  let css: string[] | undefined;
  let elements = 0;

  const remove = (name: string) => {
    if (removed.size < MAX_REMOVED && /^[\w:.-]{1,40}$/.test(name)) removed.add(name);
  };
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new UnusableSvg('must not declare entities');
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MAX_ELEMENTS)
      throw new UnusableSvg(`must have at most ${MAX_ELEMENTS} elements`, 'SVG_TOO_COMPLEX');
    if (open.length + skipped >= MAX_DEPTH)
      throw new UnusableSvg(`must be nested at most ${MAX_DEPTH} deep`, 'SVG_TOO_COMPLEX');
    if (skipped > 0) {
      skipped += 1;
      return;
    }
    const parent = open.at(-1);
    if (!parent && (tag.uri !== SVG || tag.local !== 'svg')) throw new UnusableSvg('must be an SVG');
    // A link keeps what is drawn in it.
    const name = tag.local === 'a' ? 'g' : tag.local;
    if (tag.uri !== SVG || !(shapes.has(name) || structural.has(name))) {
      skipped = 1;
      if (tag.uri === SVG && tag.local === 'title') titleOf = parent;
      else if (tag.uri === SVG && tag.local === 'style') css = [];
      else remove(tag.local);
      return;
    }
    const node = readNode(tag, name, remove);
    all.push(node);
    if (parent) parent.children.push(node);
    else [root, size] = [node, tag];
    open.push(node);
  });
  parser.on('closetag', () => {
    if (skipped === 0) {
      open.pop();
      return;
    }
    skipped -= 1;
    if (skipped > 0) return;
    titleOf = undefined;
    if (css && !sheet.add(css.join(''))) remove('style');
    css = undefined;
  });
  const onText = (text: string) => {
    if (css && skipped === 1) css.push(text);
    if (titleOf && skipped === 1 && titleOf.title.length < MAX_TITLE)
      titleOf.title += text.slice(0, 2 * MAX_TITLE);
    const within = open.at(-1);
    if (skipped === 0 && within && (within.tag === 'text' || within.tag === 'tspan'))
      within.children.push(text);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  // The parser reads past an unpaired surrogate and whatever follows it.
  if (!source.isWellFormed()) throw new UnusableSvg('must be an SVG, as well-formed XML');
  try {
    parser.write(source).close();
  } catch (error) {
    if (error instanceof UnusableSvg) throw error;
    throw new UnusableSvg('must be an SVG, as well-formed XML');
  }
  if (!root || !size) throw new UnusableSvg('must be an SVG');
  for (const node of all) for (const [name, value] of sheet.of(node)) node.attributes.set(name, value);
  return { root, size, removed };
}

function readNode(tag: SaxesTagNS, name: string, remove: (name: string) => void): RawNode {
  const node: RawNode = {
    tag: name,
    attributes: new Map(),
    children: [],
    title: '',
    label: '',
    id: '',
    classes: [],
    style: '',
    viewBox: '',
  };
  for (const attribute of Object.values(tag.attributes)) {
    const value = attribute.value.trim();
    if (name === 'use' && attribute.local === 'href') node.href = value;
    else if (attribute.uri === INKSCAPE && attribute.local === 'label') node.label = value;
    else if (attribute.prefix !== '' && attribute.prefix !== 'xmlns') {
      if (attribute.prefix === 'xlink') remove(attribute.name);
    } else if (attribute.name === 'id') node.id = value;
    else if (attribute.name === 'data-area') node.given = value;
    else if (attribute.name === 'class') node.classes = value.split(/\s+/);
    else if (attribute.name === 'style') node.style = value;
    else if (attribute.name === 'viewBox') node.viewBox = value;
    else if (attributes.get(attribute.name)?.test(value)) node.attributes.set(attribute.name, value);
    else if (/^(?:on|href|src)/i.test(attribute.name) || /url\s*\(/i.test(value)) remove(attribute.name);
  }
  if (name === 'use' && !node.href?.startsWith('#')) remove('use');
  return node;
}

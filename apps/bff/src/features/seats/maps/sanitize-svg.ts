import { SaxesParser, type SaxesTagNS } from 'saxes';
import { areaKey } from '../area-names';
import { attributes, readStyle, readViewBox, shapes, SVG } from './svg-rules';

/** Limits of a drawing, so that it stays cheap to read and to show. */
const MOST_ELEMENTS = 20_000;
const MOST_DEPTH = 64;
const MOST_AREAS = 2_000;
const MOST_NAME = 100;
/** How many kinds of left-out parts are named. */
const MOST_REMOVED = 20;

/** A drawing that can't be used, with the reason. */
export class UnusableSvg extends Error {
  constructor(
    message: string,
    readonly code: 'NOT_SVG' | 'SVG_SIZE' | 'SVG_TOO_COMPLEX' = 'NOT_SVG',
  ) {
    super(message);
  }
}

/** A named part of a drawing: shapes whose `data-area` is the key. */
export type DrawnArea = { key: string; name: string };

/** A drawing without anything that could run, load or reach beyond itself. */
export type SanitizedSvg = {
  svg: string;
  areas: DrawnArea[];
  /** Kinds of elements and attributes that were left out. */
  removed: string[];
};

type Node = {
  tag: string;
  attributes: [string, string][];
  children: (Node | string)[];
  /** Names from `data-area` and `title`, which people gave, and from `id`, which a program may have. */
  given?: string;
  title: string;
  id: string;
};

/** Ids that drawing programs give by themselves. */
const GENERATED =
  /^(?:svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|layer|group|shape|object|vector|frame|image|use)[\s_-]*\d*(?:-\d+)*$/i;

/**
 * Writes a drawing from the elements and attributes that are allowed. It is parsed as strict XML and written again, so that
 * nothing of the source's text reaches a browser unread: no script, event handler, style sheet, foreign object, address,
 * entity or id. Parts with a name (`data-area`, a `title`, else an `id`) get `data-area` with the name's key.
 *
 * @throws UnusableSvg for what is no SVG, or too large
 */
export function sanitizeSvg(source: string): SanitizedSvg {
  const { root, removed } = readDrawing(source);
  const areas = new Map<string, DrawnArea>();
  const svg = write(nameAreas(root, areas));
  return { svg, areas: [...areas.values()], removed: [...removed] };
}

function readDrawing(source: string): { root: Node; removed: ReadonlySet<string> } {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const removed = new Set<string>();
  const open: Node[] = [];
  let root: Node | undefined;
  /** Depth of elements within the element that is left out. */
  let skipped = 0;
  let titleOf: Node | undefined;
  let elements = 0;

  const remove = (name: string) => {
    if (removed.size < MOST_REMOVED && /^[\w:.-]{1,40}$/.test(name)) removed.add(name);
  };
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new UnusableSvg('must not declare entities');
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MOST_ELEMENTS)
      throw new UnusableSvg(`must have at most ${MOST_ELEMENTS} elements`, 'SVG_TOO_COMPLEX');
    if (open.length + skipped >= MOST_DEPTH)
      throw new UnusableSvg(`must be nested at most ${MOST_DEPTH} deep`, 'SVG_TOO_COMPLEX');
    if (skipped > 0) {
      skipped += 1;
      return;
    }
    const parent = open.at(-1);
    if (!parent) {
      if (tag.uri !== SVG || tag.local !== 'svg') throw new UnusableSvg('must be an SVG');
      root = readNode(tag, 'svg', remove);
      root.attributes = [['viewBox', readBox(tag)]];
      open.push(root);
      return;
    }
    // A link keeps what is drawn in it.
    const name = tag.local === 'a' ? 'g' : tag.local;
    if (tag.uri !== SVG || name === 'svg' || !shapes.has(name)) {
      skipped = 1;
      if (tag.uri === SVG && tag.local === 'title') titleOf = parent;
      else remove(tag.local);
      return;
    }
    const node = readNode(tag, name, remove);
    parent.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => {
    if (skipped > 0) {
      skipped -= 1;
      if (skipped === 0) titleOf = undefined;
    } else open.pop();
  });
  const onText = (text: string) => {
    if (titleOf && skipped === 1) titleOf.title = (titleOf.title + text).slice(0, 2 * MOST_NAME);
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
  if (!root) throw new UnusableSvg('must be an SVG');
  return { root, removed };
}

/** The element with the attributes that may stay; those of its style follow, since a style has precedence. */
function readNode(tag: SaxesTagNS, name: string, remove: (name: string) => void): Node {
  const kept = new Map<string, string>();
  let [id, style, given]: [string, string, string | undefined] = ['', '', undefined];
  for (const attribute of Object.values(tag.attributes)) {
    const value = attribute.value.trim();
    if (attribute.prefix !== '' && attribute.prefix !== 'xmlns') {
      if (attribute.prefix === 'xlink') remove(attribute.name);
    } else if (attribute.name === 'id') id = value;
    else if (attribute.name === 'data-area') given = value;
    else if (attribute.name === 'style') style = value;
    else if (attributes.get(attribute.name)?.test(value)) kept.set(attribute.name, value);
    else if (/^(?:on|href|src)/i.test(attribute.name) || /url\s*\(/i.test(value)) remove(attribute.name);
  }
  for (const [property, value] of readStyle(style)) kept.set(property, value);
  return {
    tag: name,
    attributes: [...kept],
    children: [],
    title: '',
    id,
    ...(given === undefined ? {} : { given }),
  };
}

/** The part of the plane that the drawing shows: its `viewBox`, else its width and height. */
function readBox(tag: SaxesTagNS): string {
  const value = (name: string) => tag.attributes[name]?.value ?? '';
  const box =
    readViewBox(value('viewBox')) ??
    readViewBox(`0 0 ${value('width').replace(/px$/, '')} ${value('height').replace(/px$/, '')}`);
  if (!box) throw new UnusableSvg('must have a viewBox, or a width and a height in pixels', 'SVG_SIZE');
  return box.join(' ');
}

/** Gives each named part `data-area`, and collects the areas. */
function nameAreas(root: Node, areas: Map<string, DrawnArea>): Node {
  const named = (node: Node): Node => {
    const name = (node.given ?? (node.title.trim() || (GENERATED.test(node.id) ? '' : node.id)))
      .replace(/\s+/g, ' ')
      .slice(0, MOST_NAME);
    const key = node.tag === 'text' || node.tag === 'tspan' ? '' : areaKey(name);
    if (key !== '') {
      if (!areas.has(key)) areas.set(key, { key, name });
      if (areas.size > MOST_AREAS)
        throw new UnusableSvg(`must have at most ${MOST_AREAS} named parts`, 'SVG_TOO_COMPLEX');
    }
    return {
      ...node,
      attributes: key === '' ? node.attributes : [...node.attributes, ['data-area', key]],
      children: node.children.map((child) => (typeof child === 'string' ? child : named(child))),
    };
  };
  return {
    ...root,
    children: root.children.map((child) => (typeof child === 'string' ? child : named(child))),
  };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

function write(root: Node): string {
  const parts: string[] = [];
  const writeNode = (node: Node): void => {
    parts.push(`<${node.tag}`);
    if (node === root) parts.push(` xmlns="${SVG}"`);
    for (const [name, value] of node.attributes) parts.push(` ${name}="${escapeXml(value)}"`);
    if (node.children.length === 0) {
      parts.push('/>');
      return;
    }
    parts.push('>');
    for (const child of node.children) {
      if (typeof child === 'string') parts.push(escapeXml(child));
      else writeNode(child);
    }
    parts.push(`</${node.tag}>`);
  };
  writeNode(root);
  return parts.join('');
}

import type { SaxesTagNS } from 'saxes';
import { areaKey } from '../area-names';
import { MAX_ELEMENTS, type RawNode, readSvg, UnusableSvg } from './read-svg';
import { References } from './svg-references';
import { inherited, readViewBox, SVG } from './svg-rules';

export { UnusableSvg } from './read-svg';

const MAX_AREAS = 2_000;
const MAX_NAME = 100;

/** A named part of a drawing: shapes whose `data-area` is the key. */
export type DrawnArea = { key: string; name: string };

/** A drawing without anything that could run, load or reach beyond itself. */
export type SanitizedSvg = {
  svg: string;
  areas: DrawnArea[];
  /** Kinds of elements and attributes that were left out. */
  removed: string[];
};

/** Ids that drawing programs give by themselves. */
const GENERATED =
  /^(?:svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|layer|group|shape|object|vector|frame|image|use)[\s_-]*\d*(?:-\d+)*$/i;

/**
 * Writes a drawing from the elements and attributes that are allowed. It is parsed as strict XML and written again, so that
 * nothing of the source's text reaches a browser unread: no script, event handler, style sheet, foreign object, address,
 * reference, entity or id. What styles set becomes attributes, and what references draw is drawn in their place. Parts with a
 * name (`data-area`, a `title`, a layer's label, else an `id`) get `data-area` with the name's key.
 *
 * @throws UnusableSvg for what is no SVG, or too large
 */
export function sanitizeSvg(source: string): SanitizedSvg {
  const { root, size, removed } = readSvg(source);
  const viewBox = readBox(size);
  const areas = new Map<string, DrawnArea>();
  const drawn: RawNode = {
    ...root,
    attributes: new Map([
      ['viewBox', viewBox],
      ...[...root.attributes].filter(([name]) => inherited.has(name)),
    ]),
    children: new References(root, countElements()).drawn(root, []).map((child) => named(child, areas)),
  };
  return { svg: write(drawn), areas: [...areas.values()], removed: [...removed] };
}

/** Throws when copies make a drawing too large. */
function countElements(): () => void {
  let drawn = 0;
  return () => {
    drawn += 1;
    if (drawn > MAX_ELEMENTS)
      throw new UnusableSvg(`must draw at most ${MAX_ELEMENTS} elements`, 'SVG_TOO_COMPLEX');
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
function named(node: RawNode | string, areas: Map<string, DrawnArea>): RawNode | string {
  if (typeof node === 'string') return node;
  const name = nameOf(node);
  const key = node.tag === 'text' || node.tag === 'tspan' ? '' : areaKey(name);
  if (key !== '') {
    if (!areas.has(key)) areas.set(key, { key, name });
    if (areas.size > MAX_AREAS)
      throw new UnusableSvg(`must have at most ${MAX_AREAS} named parts`, 'SVG_TOO_COMPLEX');
  }
  return {
    ...node,
    attributes: key === '' ? node.attributes : new Map([...node.attributes, ['data-area', key]]),
    children: node.children.map((child) => named(child, areas)),
  };
}

function nameOf({ given, title, label, id }: RawNode): string {
  const byProgram = (name: string) => (GENERATED.test(name) ? '' : name);
  const name = given ?? (title.trim() || byProgram(label) || byProgram(id));
  return name.replace(/\s+/g, ' ').slice(0, MAX_NAME);
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

function write(root: RawNode): string {
  const parts: string[] = [];
  const writeNode = (node: RawNode): void => {
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

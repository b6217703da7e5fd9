import type { RawNode } from './read-svg';
import { readLength, readViewBox, TRANSFORM } from './svg-rules';

/** How deep references may lead from one to the next; none may lead to itself. */
const MAX_DEPTH = 8;

/**
 * Replaces what only refers or groups by what it draws: `use` by a copy of the part that it names, a nested `svg` by a group at its
 * place, `switch` by its first part that can be drawn. `defs` and `symbol` draw nothing where they are.
 */
export class References {
  private readonly byId = new Map<string, RawNode>();

  /** `count` is called for each element that is drawn, copies included, and throws beyond the limit. */
  constructor(
    root: RawNode,
    private readonly count: () => void,
  ) {
    const collect = (node: RawNode): void => {
      if (node.id !== '' && !this.byId.has(node.id)) this.byId.set(node.id, node);
      for (const child of node.children) if (typeof child !== 'string') collect(child);
    };
    collect(root);
  }

  /** The node as it is drawn, and null for what draws nothing. */
  resolve(node: RawNode, path: readonly RawNode[] = []): RawNode | null {
    this.count();
    switch (node.tag) {
      case 'defs':
      case 'symbol':
        return null;
      case 'use':
        return this.copyOf(node, path);
      case 'switch':
        return this.group(node, this.drawn(node, path).slice(0, 1));
      case 'svg':
        return this.group(node, this.drawn(node, path), placeOf(node, node));
      default:
        return { ...node, children: this.drawn(node, path) };
    }
  }

  /** The children as they are drawn. */
  drawn(node: RawNode, path: readonly RawNode[]): (RawNode | string)[] {
    return node.children.flatMap((child) =>
      typeof child === 'string' ? child : (this.resolve(child, path) ?? []),
    );
  }

  private copyOf(use: RawNode, path: readonly RawNode[]): RawNode | null {
    const target = use.href?.startsWith('#') ? this.byId.get(use.href.slice(1)) : undefined;
    if (!target || path.includes(target) || path.length >= MAX_DEPTH) return null;
    const within = [...path, target];
    const isFrame = target.tag === 'symbol' || target.tag === 'svg';
    const copy = isFrame ? this.drawn(target, within) : [this.resolve({ ...target, id: '' }, within) ?? ''];
    const place = isFrame ? placeOf(use, target) : translation(use);
    return this.group(use, copy, place);
  }

  /** Null where nothing is drawn. */
  private group(node: RawNode, children: (RawNode | string)[], place = ''): RawNode | null {
    if (children.every((child) => typeof child === 'string')) return null;
    const kept = new Map(node.attributes);
    const transform = `${kept.get('transform') ?? ''} ${place}`.trim();
    for (const name of ['x', 'y', 'width', 'height']) kept.delete(name);
    if (TRANSFORM.test(transform)) kept.set('transform', transform);
    return { ...node, tag: 'g', attributes: kept, children };
  }
}

const translation = ({ attributes }: RawNode): string => {
  const [x, y] = [readLength(attributes.get('x')) ?? 0, readLength(attributes.get('y')) ?? 0];
  return x === 0 && y === 0 ? '' : `translate(${x} ${y})`;
};

/** Where `user` places what `frame` shows, as `preserveAspectRatio` does by default: whole, and in the middle. */
function placeOf(user: RawNode, frame: RawNode): string {
  const box = readViewBox(frame.viewBox);
  if (!box) return translation(user);
  const [x, y, boxWidth, boxHeight] = box;
  const size = (name: string) =>
    readLength(user.attributes.get(name)) ?? readLength(frame.attributes.get(name)) ?? null;
  const [width, height] = [size('width') ?? boxWidth, size('height') ?? boxHeight];
  const scale = Math.min(width / boxWidth, height / boxHeight);
  const rounded = (value: number) => Number(value.toFixed(6));
  const [dx, dy] = [(width - scale * boxWidth) / 2 - scale * x, (height - scale * boxHeight) / 2 - scale * y];
  const inner = `translate(${rounded(dx)} ${rounded(dy)}) scale(${rounded(scale)})`;
  return `${translation(user)} ${inner === 'translate(0 0) scale(1)' ? '' : inner}`.trim();
}

import { attributes } from './svg-rules';

/** A value that a style gives to an attribute, and whether it is `!important`. */
type Declaration = { name: string; value: string; isImportant: boolean };

/** Attributes whose CSS property has another form than the attribute, so that a style may not set them. */
const geometry = new Set(['points', 'd', 'transform', 'pathLength', 'x1', 'x2', 'y1', 'y2', 'dx', 'dy']);

const IMPORTANT = /!\s*important$/i;

/**
 * The declarations of a style that may stay, as attributes: the pages of the console allow no inline styles, and a declaration
 * that has another form (an address, an escape, a function) is left out.
 */
function readDeclarations(style: string): Declaration[] {
  return style.split(';').flatMap((declaration): Declaration[] => {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const given = declaration.slice(colon + 1).trim();
    const value = given.replace(IMPORTANT, '').trimEnd();
    if (geometry.has(name) || !attributes.get(name)?.test(value)) return [];
    return [{ name, value, isImportant: value !== given }];
  });
}

const withoutComments = (css: string): string =>
  css
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.split('*/').slice(1).join('*/')))
    .join(' ');

/** What styles look at in an element. */
export type Styled = { tag: string; id: string; classes: readonly string[]; style: string };

type Ranked = { value: string; rank: number };

/** Ranks of declarations: a later rule wins over an earlier one of the same kind. */
const RULE = 1_000_000;
const ranks = {
  tag: 0,
  class: RULE,
  tagAndClass: 2 * RULE,
  id: 3 * RULE,
  style: 4 * RULE,
  important: 5 * RULE,
};

/** A tag, a class or both, or an id: what drawing programs write. */
const SELECTOR = /^(?:([a-z]+)?(?:\.([\w-]+))?|#([\w-]+))$/i;

/** The rules of a drawing's style sheets. */
export class StyleSheet {
  private readonly rules = new Map<string, Map<string, Ranked>>();
  private count = 0;

  /** Adds the rules of a `style` element. Returns whether all of them were understood. */
  add(css: string): boolean {
    const [rest = '', ...rules] = withoutComments(css).split('}').reverse();
    const areWhole = rules.reverse().map((rule) => {
      const [selectors = '', style = '', ...nested] = rule.split('{');
      const declarations = readDeclarations(style);
      const given = style.split(';').filter((part) => part.trim() !== '');
      const areKnown = selectors.split(',').map((selector) => this.addRule(selector.trim(), declarations));
      return nested.length === 0 && declarations.length === given.length && areKnown.every(Boolean);
    });
    return areWhole.every(Boolean) && rest.trim() === '';
  }

  private addRule(selector: string, declarations: readonly Declaration[]): boolean {
    const [, tag, className, id] = SELECTOR.exec(selector) ?? [];
    if (!tag && !className && !id) return false;
    const kind = id ? 'id' : tag && className ? 'tagAndClass' : tag ? 'tag' : 'class';
    const key = id ? `#${id}` : `${tag ?? ''}${className ? `.${className}` : ''}`;
    const values = this.rules.get(key) ?? new Map<string, Ranked>();
    this.rules.set(key, values);
    this.count = Math.min(this.count + 1, RULE - 1);
    for (const { name, value, isImportant } of declarations)
      takeHigher(values, name, {
        value,
        rank: ranks[kind] + this.count + (isImportant ? ranks.important : 0),
      });
    return true;
  }

  /** The attributes that rules and the element's own style set: they have precedence over its attributes. */
  of({ tag, id, classes, style }: Styled): Map<string, string> {
    const found = new Map<string, Ranked>();
    const keys = [
      tag,
      ...classes.flatMap((name) => [`.${name}`, `${tag}.${name}`]),
      ...(id ? [`#${id}`] : []),
    ];
    for (const key of keys)
      for (const [name, ranked] of this.rules.get(key) ?? []) takeHigher(found, name, ranked);
    for (const { name, value, isImportant } of readDeclarations(style))
      takeHigher(found, name, { value, rank: ranks.style + (isImportant ? ranks.important : 0) });
    return new Map([...found].map(([name, { value }]) => [name, value]));
  }
}

/** Keeps the declaration of the higher rank; of equal ones the later. */
function takeHigher(values: Map<string, Ranked>, name: string, ranked: Ranked): void {
  const before = values.get(name);
  if (!before || before.rank <= ranked.rank) values.set(name, ranked);
}

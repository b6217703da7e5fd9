import { releaseLimits } from './module-release.ts';

/** The form of a module's name. */
export const moduleNamePattern = /^[a-z][a-z0-9-]{0,49}$/;
/** Semantic Versioning 2.0.0 without build metadata, which has no precedence and so doesn't tell releases apart. */
export const version =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?$/;
export const range = /^[0-9A-Za-z.^~<>=|* -]+$/;
export const packageName = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
export const entryName = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
/** A name in an import, or `*` for an entry that is imported as a whole. */
export const importedName = /^(\*|[A-Za-z_$][\w$]*)$/;
export const routePath = /^(\/[a-z0-9][a-z0-9-]*)(\/([a-z0-9][a-z0-9-]*|:[A-Za-z][A-Za-z0-9]*))*$/;
/** A path without parameters. */
export const menuPath = /^(\/[a-z0-9][a-z0-9-]*)+$/;
/** The name of a slot or an entity. */
export const partName = /^[a-z][a-z0-9-]{0,49}$/;
export const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,49}$/;
export const iconName = /^[a-z0-9-]+$/;
export const fingerprint = /^sha256-[A-Za-z0-9+/]{43}=$/;
export const fileSegment = /^[A-Za-z0-9_@~+-][A-Za-z0-9_@~+.-]*$/;

export const shapeTags = ['path', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'rect'];
/** The attributes of shapes that only describe geometry, and their values. */
export const shapeAttributes = new Map<string, RegExp>([
  ...['cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'width', 'height'].map(
    (name) => [name, /^-?\d*\.?\d+$/] as const,
  ),
  ['d', /^[\d\s.,+eEMmZzLlHhVvCcSsQqTtAa-]+$/],
  ['points', /^[\d\s.,+eE-]+$/],
  ['fill', /^(none|currentColor)$/],
]);

export const limits = {
  ...releaseLimits,
  text: 100,
  path: 200,
  packages: 100,
  entries: 200,
  names: 2_000,
  shapes: 50,
  shapeText: 2_000,
  order: 10_000,
} as const;

import 'reflect-metadata';

/** How a field's text in a query string is read, and whether its keys are names (`json` of a DTO) or data. */
export type FieldKind = 'text' | 'raw-text' | 'number' | 'boolean' | 'ids' | 'json';

export type FieldInfo = {
  kind: FieldKind;
  items?: abstract new (...args: never[]) => object;
  /** With `items`: a list of so many at most; without it one object. */
  max?: number;
  /**
   * Random, a hash or a key, or kept as a hash alone: a run of digits in it is a card number's by chance only, so it isn't
   * checked for one. Every other text is.
   */
  isOpaque?: boolean;
};

const KEY = 'tessera:fields';

/** Remembers a DTO's field; subclasses inherit those of their parents. */
export function registerField(prototype: object, name: string, info: FieldInfo): void {
  const own = new Map(Reflect.getMetadata(KEY, prototype) as Map<string, FieldInfo> | undefined);
  Reflect.defineMetadata(KEY, own.set(name, info), prototype);
}

/** The documented fields of a DTO class, by name. */
export const fieldsOf = (dto: { prototype: object }): ReadonlyMap<string, FieldInfo> =>
  (Reflect.getMetadata(KEY, dto.prototype) as Map<string, FieldInfo> | undefined) ?? new Map();

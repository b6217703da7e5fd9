import 'reflect-metadata';

/** How a field's text in a query string is read, and whether its keys are names (`json` of a DTO) or data. */
export type FieldKind = 'text' | 'raw-text' | 'number' | 'boolean' | 'ids' | 'json';

export type FieldInfo = {
  kind: FieldKind;
  items?: abstract new (...args: never[]) => object;
  /** With `items`: the maximum length of the list. */
  max?: number;
  /**
   * Random, a hash or a key, or stored only as a hash: it isn't checked for card numbers, because digits in it look like
   * one only by chance.
   */
  isOpaque?: boolean;
  /** How a text is brought into the form that is stored and compared. */
  read?: (text: string) => string;
  /** An empty text means null. */
  nullable?: boolean;
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

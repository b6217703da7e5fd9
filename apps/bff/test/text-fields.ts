import { type Document, resolve, type Schema, type Writing } from './operations';

/** A text field of a body: its name in errors, and a body with a text in it. */
export type TextField = { operation: Writing; name: string; bodyWith: (text: string) => unknown };

/** The texts of a schema at any depth, and the keys of free data. */
function textsOf(
  document: Document,
  schema: Schema,
  name: string,
): { name: string; valueWith: (text: string) => unknown }[] {
  const shape = resolve(document, schema);
  if (shape.type === 'string') return [{ name, valueWith: (text) => text }];
  if (shape.type === 'array' && shape.items)
    return textsOf(document, shape.items, `${name}.0`).map((inner) => ({
      ...inner,
      valueWith: (text) => [inner.valueWith(text)],
    }));
  if (shape.properties)
    return Object.entries(shape.properties).flatMap(([key, value]) =>
      textsOf(document, value, name ? `${name}.${key}` : key).map((inner) => ({
        ...inner,
        valueWith: (text) => ({ [key]: inner.valueWith(text) }),
      })),
    );
  if (shape.type !== 'object') return [];
  return [
    { name: name ? `${name}.note` : 'note', valueWith: (text) => ({ note: text }) },
    { name: name || 'body', valueWith: (text) => ({ [text]: 1 }) },
  ];
}

/** The text fields of an operation's body. */
export const fieldsOf = (document: Document, operation: Writing): TextField[] =>
  textsOf(document, operation.body, '').map(({ name, valueWith }) => ({
    operation,
    name,
    bodyWith: valueWith,
  }));

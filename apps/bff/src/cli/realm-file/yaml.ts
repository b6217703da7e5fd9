import { type Document, isMap, isSeq, LineCounter, parseDocument, stringify, visit } from 'yaml';
import { ApiError, invalid } from '../../platform/errors/api-error';
import { isRecord } from '../../platform/http/parse-input';
import { checkBody } from '../../platform/http/validation.pipe';
import { RealmFile } from './realm-file.dto';

/** Largest file. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads a realm's file.
 *
 * @param name of the file, for errors
 * @throws an error that names each fault with its line and field
 */
export function parseRealmFile(bytes: Buffer, name: string): RealmFile {
  if (bytes.length > MAX_BYTES) throw new Error(`${name} is larger than ${MAX_BYTES / 1024} KB`);
  const lines = new LineCounter();
  const at = (offset: number) => `${name}:${lines.linePos(offset).line}`;
  const document = parseDocument(decode(bytes, name), {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
  });
  // What the parser says when it has run out of stack.
  if (document.errors.some(({ message }) => message.includes('call stack')))
    throw new Error(`${name} is nested too deeply`);
  const faults = [...document.errors, ...document.warnings].map(
    ({ pos: [offset], message }) => `${at(offset)}: ${message}`,
  );
  visit(document, {
    Alias: (_, { range, source }) =>
      void faults.push(`${at(range?.[0] ?? 0)}: the alias *${source} is not allowed`),
  });
  if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'));
  try {
    return checkRealmFile(document.toJS({ maxAliasCount: 0 }));
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details) throw error;
    const found = error.details.map(
      ({ field, message }) => `${at(offsetOf(document, field))}: ${field}: ${message}`,
    );
    throw new Error(found.join('\n'), { cause: error });
  }
}

/** A realm's file by its values, checked as the API checks a body; each field has one spelling here. */
export function checkRealmFile(values: unknown): RealmFile {
  const file = checkBody(RealmFile, values);
  const misspelt = spelledOtherwise(values, file, '');
  if (misspelt.length === 0) return file;
  throw invalid(
    misspelt.map((field) => ({ field, message: `${field} is not a field here`, code: 'UNKNOWN_FIELD' })),
  );
}

/** The fields of a body that its DTO knows by another spelling; keys of free data are none. */
function spelledOtherwise(body: unknown, read: unknown, path: string): string[] {
  if (Array.isArray(body) && Array.isArray(read))
    return body.flatMap((entry, index) => spelledOtherwise(entry, read[index], `${path}${index}.`));
  if (!isRecord(body) || !isRecord(read) || read.constructor === Object) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    Object.hasOwn(read, key) ? spelledOtherwise(value, read[key], `${path}${key}.`) : [`${path}${key}`],
  );
}

function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`${name} is not UTF-8 text`, { cause });
  }
}

/** Where a field such as `sites.0.name` begins, or what is nearest to it. */
function offsetOf(document: Document.Parsed, field: string): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range[0] ?? 0;
  for (const part of field.split('.')) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(key) === part);
      if (!pair) break;
      offset = (pair.key as { range?: [number] }).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(part)];
      offset = (node as { range?: [number] } | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}

/** The text of a realm's file, below a comment; the same for the same values. */
export function printRealmFile(file: RealmFile, comments: readonly string[]): string {
  const comment = comments.map((line) => `# ${line}\n`).join('');
  return comment + stringify(file, { lineWidth: 0, aliasDuplicateObjects: false });
}

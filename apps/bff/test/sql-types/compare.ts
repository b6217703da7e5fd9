import ts from 'typescript';
import type { Described } from './describe-internals';
import type { Sources } from './sources';
import type { Statement } from './statements';
import { typeName } from './type-facts';

type Column = Extract<Described, { columns: unknown }>['columns'][number];
/** How a value of a PostgreSQL type arrives; `any` may be anything, such as JSON. */
type Kind = 'boolean' | 'number' | 'string' | 'instant' | 'bytes' | 'any';
/** PostgreSQL's types by their ids: the name, and for an array that of its elements. */
export type PostgresTypes = ReadonlyMap<number, { name: string; element: string | null }>;

const kinds: Readonly<Record<string, Kind>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  date: 'instant',
  timestamp: 'instant',
  timestamptz: 'instant',
  json: 'any',
  jsonb: 'any',
  point: 'any',
  interval: 'any',
  bytea: 'bytes',
};

/** What differs between a statement's columns and the type that its rows are read as. */
export function differences(
  sources: Sources,
  types: PostgresTypes,
  columns: readonly Column[],
  { row, extra, isHotList }: Statement,
): string[] {
  if (!row || row.flags & ts.TypeFlags.Any) return [];
  const { checker } = sources;
  const names = columns.map(({ name }) => name);
  const found = names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `"${name}" is there twice`);
  const rest = checker.getIndexTypeOfType(row, ts.IndexKind.String);
  const properties = checker.getPropertiesOfType(row);
  for (const property of properties) {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    if (isHotList || isOptional || names.includes(property.name)) continue;
    found.push(`"${property.name}" of the type isn't read`);
  }
  for (const { name, dataTypeID } of columns) {
    if (extra.includes(name)) continue;
    const property = properties.find((candidate) => candidate.name === name);
    const type = property ? checker.getTypeOfSymbol(property) : rest;
    const postgres = types.get(dataTypeID);
    if (!type) found.push(`"${name}" is read for nothing`);
    else if (!accepts(checker, type, postgres, wireOf(property, isHotList)))
      found.push(
        `"${name}" is ${postgres?.name} in PostgreSQL and ${checker.typeToString(type)} in TypeScript`,
      );
  }
  return found;
}

/** A field of the API is written as JSON: an instant is a text there. A hot list's row is written as PostgreSQL's texts. */
type Wire = 'list' | 'field' | null;
const wireOf = (property: ts.Symbol | undefined, isHotList: boolean): Wire =>
  isHotList
    ? 'list'
    : property?.declarations?.some((at) => at.getSourceFile().fileName.endsWith('.dto.ts'))
      ? 'field'
      : null;

/** Whether a value of a PostgreSQL type may be read as a TypeScript type. */
function accepts(
  checker: ts.TypeChecker,
  type: ts.Type,
  postgres: { name: string; element: string | null } | undefined,
  wire: Wire,
): boolean {
  if (!postgres) return false;
  const { name, element } = postgres;
  if (element === null) return members(type).some((member) => fits(member, kindOf(name, wire), wire));
  return members(type).some((member) => {
    if (member.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
    const of = checker.isArrayLikeType(member)
      ? checker.getIndexTypeOfType(member, ts.IndexKind.Number)
      : undefined;
    return of !== undefined && accepts(checker, of, { name: element, element: null }, wire);
  });
}

/** Numbers that JavaScript's may not hold are read as texts, but written into JSON as numbers. */
const kindOf = (name: string, wire: Wire): Kind =>
  wire === 'list' && (name === 'int8' || name === 'numeric') ? 'number' : (kinds[name] ?? 'string');

function fits(type: ts.Type, kind: Kind, wire: Wire): boolean {
  const { flags } = type;
  if (kind === 'any' || flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
  if (kind === 'boolean') return (flags & ts.TypeFlags.BooleanLike) !== 0;
  if (kind === 'number') return (flags & ts.TypeFlags.NumberLike) !== 0;
  if (kind === 'string') return (flags & ts.TypeFlags.StringLike) !== 0;
  const name = typeName(type);
  if (kind === 'instant')
    return name === 'Date' || (wire !== null && (flags & ts.TypeFlags.StringLike) !== 0);
  return name === 'Buffer' || name === 'Uint8Array';
}

const members = (type: ts.Type): readonly ts.Type[] =>
  (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)),
  );

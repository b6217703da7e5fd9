import type ts from 'typescript';
import { typeName } from './type-facts';
import { Native, ObjectValue, Unknown, type Value } from './values';

/** Functions of JavaScript that SQL is built with; undefined is what isn't known. */
export const globals: Readonly<Record<string, Value>> = {
  String: new Native((value) => (typeof value === 'number' ? String(value) : value)),
  Boolean: new Native((value) => value instanceof Unknown || Boolean(value)),
  'Object.keys': new Native((of) => (of instanceof ObjectValue ? [...of.members.keys()] : [])),
  'Object.values': new Native((of) =>
    of instanceof ObjectValue ? [...of.members.values()].map((read) => read()) : undefined,
  ),
  'Object.entries': new Native((of) =>
    of instanceof ObjectValue ? [...of.members].map(([key, read]) => [key, read()]) : undefined,
  ),
};

/** What the lists' own types give: a filter that excludes nothing, its placeholders, and an order. */
const known: Readonly<Record<string, string>> = {
  'Conditions.sql': 'true',
  'Conditions.param()': 'NULL',
  'Pagination.orderBy': '1',
};

export const memberOf = (type: ts.Type, name: string): string | undefined =>
  known[`${typeName(type)}.${name}`];

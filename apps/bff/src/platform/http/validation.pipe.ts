import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { invalid } from '../errors/api-error';
import type { FieldErrorRule } from '../errors/field-error-codes';
import { FieldErrors } from '../errors/field-errors';
import { addCardNumbers } from './card-numbers';
import { fieldsOf } from './field-registry';
import { coerceQuery, isRecord, parseInput } from './parse-input';

type DtoClass = new () => object;

/**
 * Checks bodies and queries against their DTO class: camelCase is tolerated, unknown fields, card numbers and
 * wrong values are 400 VALIDATION by name.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'custom' || type === 'param' || !metatype || fieldsOf(metatype).size === 0) return value;
    return type === 'query'
      ? checkQuery(metatype as DtoClass, value ?? {})
      : checkBody(metatype as DtoClass, value);
  }
}

function checkQuery<T extends object>(dto: new () => T, query: unknown): T {
  const errors = new FieldErrors();
  return settle(errors, check(parseInput(dto, coerceQuery(dto, query), errors), errors));
}

/** A body as an instance of its DTO, or 400 VALIDATION. For bodies of several shapes, where a controller must choose. */
export function checkBody<T extends object>(dto: new () => T, body: unknown): T {
  const errors = new FieldErrors();
  return settle(errors, read(dto, body, errors));
}

/** As `checkBody`, for a body that is a list of them; fields are named `0.name`. */
export function checkBodies<T extends object>(dto: new () => T, bodies: unknown[]): T[] {
  const max = 1000;
  if (bodies.length > max)
    throw invalid([
      { field: 'body', message: `At most ${max} at a time`, code: 'TOO_MANY', params: { max } },
    ]);
  const errors = new FieldErrors();
  const instances: T[] = [];
  for (const [index, body] of bodies.entries()) {
    const found = new FieldErrors();
    instances.push(read(dto, body, found));
    errors.addOf(index, found);
  }
  return settle(errors, instances);
}

/** The value once nothing turns out to be wrong with it. */
function settle<T>(errors: FieldErrors, value: T): T {
  errors.throwIfAny();
  return value;
}

function read<T extends object>(dto: new () => T, body: unknown, errors: FieldErrors): T {
  const given = body ?? {};
  if (isRecord(given)) {
    const instance = parseInput(dto, given, errors);
    return addCardNumbers(checkedForCards(dto, instance), errors) ? instance : check(instance, errors);
  }
  errors.add('body', 'The body must be a JSON object', { code: 'NOT_OBJECT' });
  return new dto();
}

/** What may hold a card number: all fields but the opaque ones, at any depth. */
function checkedForCards(dto: { prototype: object }, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => checkedForCards(dto, entry));
  if (!isRecord(value)) return value;
  const fields = fieldsOf(dto);
  const entries = Object.entries(value).filter(([name]) => !fields.get(name)?.isOpaque);
  return Object.fromEntries(
    entries.map(([name, inner]) => {
      const items = fields.get(name)?.items;
      return [name, items ? checkedForCards(items, inner) : inner];
    }),
  );
}

/** Runs the checks of an instance's DTO, and returns the instance. */
function check<T extends object>(instance: T, errors: FieldErrors): T {
  const found = validateSync(instance, {
    stopAtFirstError: true,
    validationError: { target: false, value: false },
  });
  for (const error of found) addErrors(error, errors);
  return instance;
}

function addErrors(error: ValidationError, errors: FieldErrors, parent = ''): void {
  const field = parent + error.property;
  for (const [rule, message] of Object.entries(error.constraints ?? {}))
    errors.add(field, message, (error.contexts?.[rule] as FieldErrorRule | undefined) ?? { code: 'INVALID' });
  for (const child of error.children ?? []) addErrors(child, errors, `${field}.`);
}

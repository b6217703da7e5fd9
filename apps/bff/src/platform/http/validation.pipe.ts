import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { type FieldError, invalid } from '../errors/problem';
import { cardNumberErrors } from './card-numbers';
import { fieldsOf } from './field-registry';
import { normaliseBody, readQuery } from './normalise';
import { quickly } from './quick-check';

type DtoClass = new () => object;

/**
 * Checks bodies and queries against their DTO class: camelCase is tolerated, unknown fields, card numbers and
 * wrong values are 400 VALIDATION by name (contract section 1).
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'custom' || type === 'param' || !metatype || fieldsOf(metatype).size === 0) return value;
    return type === 'query'
      ? check(metatype as DtoClass, readQuery(metatype, value ?? {}))
      : checkBody(metatype as DtoClass, value);
  }
}

/** A body as an instance of its DTO, or 400 VALIDATION. For bodies of several shapes, where a controller must choose. */
export function checkBody<T extends object>(dto: new () => T, body: unknown): T | Promise<T> {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw invalid([{ field: 'body', message: 'The body must be a JSON object' }]);
  }
  const cards = cardNumberErrors(body);
  if (cards.length > 0) throw invalid(cards);
  return check(dto, normaliseBody(dto, body ?? {}));
}

/** As `checkBody`, for a body that is a list of them, at most `max`; fields are named `0.name`. */
export async function checkBodies<T extends object>(
  dto: new () => T,
  bodies: unknown[],
  max = 1000,
): Promise<T[]> {
  if (bodies.length > max) throw invalid([{ field: 'body', message: `At most ${max} at a time` }]);
  const results = await Promise.allSettled(bodies.map(async (body) => checkBody(dto, body)));
  const details = results.flatMap((result, index) => {
    if (result.status === 'fulfilled') return [];
    const found = (result.reason as { details?: FieldError[] }).details;
    if (!found) throw result.reason;
    return found.map((detail) => ({ field: `${index}.${detail.field}`, message: detail.message }));
  });
  if (details.length > 0) throw invalid(details);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

const check = <T extends object>(dto: new () => T, value: unknown): T | Promise<T> =>
  quickly(dto, value) ?? checkSlowly(dto, value);

async function checkSlowly<T extends object>(dto: new () => T, value: unknown): Promise<T> {
  const instance = plainToInstance(dto, value, { exposeUnsetFields: false });
  const errors = await validate(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: true,
  });
  if (errors.length > 0) throw invalid(errors.flatMap((error) => details(error)));
  return instance;
}

function details(error: ValidationError, parent = ''): FieldError[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    field,
    message: rule === 'whitelistValidation' ? `${field} is not a field that can be sent` : message,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => details(child, field))];
}

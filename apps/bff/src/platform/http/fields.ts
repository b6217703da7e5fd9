import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  Allow, ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, IsISO8601, IsNumber, IsObject, IsString,
  Matches, Max, Min, MinLength, NotContains, ValidateIf, ValidateNested,
} from 'class-validator'; // prettier-ignore
import { AtMost, IsAmount, OneLine, rule, Short, Storable, Unique, WellFormed } from './field-checks';
import { type FieldInfo, registerField } from './field-registry';
import { normalizeText } from './text';

/** Options of every field: `optional` may be left out, `nullable` may be null. */
export type FieldOptions = {
  optional?: boolean;
  nullable?: boolean;
  example?: unknown;
  description?: string;
  /** Shown in the document as set by the server alone. */
  readOnly?: boolean;
  /** Shown in the document as a field that a later release no longer accepts. */
  deprecated?: boolean;
  /** A format of OpenAPI's and a regular expression, for the document only: other decorators of the field check them. */
  format?: string;
  pattern?: string;
};

/** Largest value of a Postgres `integer`, which ids and counts are. */
export const MAX_INT = 2_147_483_647;

type Rules = FieldInfo & { schema: ApiPropertyOptions; checks: PropertyDecorator[] };
type Class = abstract new (...args: never[]) => object;

/** One line in a DTO: its checks as input, and its schema in the OpenAPI document as input or response. */
function field(options: FieldOptions, { schema, checks, ...info }: Rules): PropertyDecorator {
  const { optional, nullable, ...shown } = options;
  const applies = (_: object, value: unknown) =>
    !(value === undefined && optional) && !(value === null && nullable);
  return applyDecorators(
    (target: object, name: string | symbol) => registerField(target, String(name), { ...info, nullable }),
    ApiProperty({
      ...schema,
      ...shown,
      // For free objects `required` is the list of their keys.
      [schema.type === 'object' ? 'selfRequired' : 'required']: !optional,
      ...(nullable && { nullable }),
    }),
    ValidateIf(applies),
    ...checks,
  );
}

/** A text that `raw` keeps as it is sent, and `lines` gives line breaks; `read` brings it into another form. */
type TextOptions = FieldOptions & {
  min?: number;
  max?: number;
  raw?: boolean;
  lines?: boolean;
  isOpaque?: boolean;
  read?: (text: string) => string;
};

/** One line of `min`–`max` characters, normalized; what must be given must not be empty unless `min` is 0. */
export const Text = ({
  min,
  max = 1000,
  raw = false,
  lines = false,
  isOpaque = false,
  read = (text) => normalizeText(text, lines),
  ...options
}: TextOptions = {}) => {
  const least = min ?? (options.optional || options.nullable ? 0 : 1);
  return field(options, {
    kind: raw ? 'raw-text' : 'text',
    isOpaque,
    read,
    schema: { type: String, maxLength: max },
    checks: [
      IsString(rule('$property must be text', 'NOT_TEXT')),
      MinLength(
        least,
        rule('$property must have at least $constraint1 characters', 'TOO_SHORT', { min: least }),
      ),
      AtMost(max, rule(`$property must have at most ${max} characters`, 'TOO_LONG', { max })),
      NotContains('\u0000', rule('$property must not hold a null character', 'UNSTORABLE_TEXT')),
      WellFormed(),
      ...(raw || lines ? [] : [OneLine()]),
    ],
  });
};

/** Write-only text, kept as it is typed. */
export const Secret = ({
  min,
  max = 1000,
  isOpaque = false,
  ...options
}: FieldOptions & { min?: number; max?: number; isOpaque?: boolean } = {}) =>
  applyDecorators(
    Text({ min, max, raw: true, isOpaque, ...options }),
    ApiProperty({
      type: String,
      writeOnly: true,
      required: !options.optional,
      maxLength: max,
      nullable: options.nullable,
    }),
  );

export const Int = ({
  min = 0,
  max = MAX_INT,
  ...options
}: FieldOptions & { min?: number; max?: number } = {}) =>
  field(options, {
    kind: 'number',
    schema: { type: 'integer', minimum: min, maximum: max },
    checks: [
      IsInt(rule('$property must be a whole number', 'NOT_WHOLE_NUMBER')),
      Min(min, rule('$property must be at least $constraint1', 'TOO_SMALL', { min })),
      Max(max, rule('$property must be at most $constraint1', 'TOO_LARGE', { max })),
    ],
  });

/** A resource's id: a positive integer. */
export const Id = (options: FieldOptions = {}) => Int({ min: 1, ...options });

/** Any number, e.g. a rate. */
export const Decimal = ({ min, max, ...options }: FieldOptions & { min?: number; max?: number } = {}) =>
  field(options, {
    kind: 'number',
    schema: { type: Number, minimum: min, maximum: max },
    checks: [
      IsNumber({}, rule('$property must be a number', 'NOT_NUMBER')),
      ...(min === undefined
        ? []
        : [Min(min, rule('$property must be at least $constraint1', 'TOO_SMALL', { min }))]),
      ...(max === undefined
        ? []
        : [Max(max, rule('$property must be at most $constraint1', 'TOO_LARGE', { max }))]),
    ],
  });

/** A sum of money: as many decimals as its currency has, which is beside it (`requireExactAmount`). */
export const Money = (options: FieldOptions = {}) =>
  field(options, {
    kind: 'number',
    schema: { type: Number, minimum: 0 },
    checks: [
      IsAmount(),
      Min(0, rule('$property must be at least 0', 'TOO_SMALL', { min: 0 })),
      Max(9_999_999_999.99, rule('$property is too large', 'TOO_LARGE', { max: 9_999_999_999.99 })),
    ],
  });

export const Bool = (options: FieldOptions = {}) =>
  field(options, {
    kind: 'boolean',
    schema: { type: Boolean },
    checks: [IsBoolean(rule('$property must be true or false', 'NOT_BOOLEAN'))],
  });

/** A date and a time with their offset, as Postgres reads them too: a year from 1, an offset under 16 hours. */
const INSTANT =
  /^(?!0000)\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-5]):?[0-5]\d)$/i;

/** An instant: ISO 8601 with its offset, returned in UTC. */
export const Instant = (options: FieldOptions = {}) =>
  field(options, {
    kind: 'text',
    schema: { type: String, format: 'date-time' },
    checks: [
      IsISO8601(
        { strict: true, strictSeparator: true },
        rule('$property must be an ISO 8601 instant', 'NOT_INSTANT'),
      ),
      Matches(INSTANT, rule('$property must be an ISO 8601 instant with its offset', 'NOT_INSTANT')),
    ],
  });

/** One of `values`. */
export const Enum = (values: readonly (string | number)[], options: FieldOptions = {}) =>
  field(options, {
    kind: values.every((value) => typeof value === 'number') ? 'number' : 'text',
    schema: {
      // In OpenAPI 3.0 a value that the list leaves out is none of its values: `nullable` alone doesn't add null.
      enum: [...values, ...(options.nullable ? [null] : [])],
      type: values.every((value) => typeof value === 'number') ? 'integer' : String,
    },
    checks: [
      IsIn(
        [...values],
        rule(`$property must be one of ${values.join(', ')}`, 'NOT_ONE_OF', { values: values.join(', ') }),
      ),
    ],
  });

/** A list of ids, or of other positive whole numbers, without repeats. */
export const Ids = ({
  min = 0,
  max = 1000,
  of = 'ids',
  ...options
}: FieldOptions & { min?: number; max?: number; of?: string } = {}) =>
  field(options, {
    kind: 'ids',
    schema: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: min, maxItems: max },
    checks: [
      IsArray(rule(`$property must be a list of ${of}`, 'NOT_LIST')),
      ArrayMinSize(min, rule('$property must have at least $constraint1 entries', 'TOO_FEW', { min })),
      ArrayMaxSize(max, rule('$property must have at most $constraint1 entries', 'TOO_MANY', { max })),
      Unique(),
      IsInt({ each: true, ...rule(`$property must be a list of ${of}`, 'NOT_LIST') }),
      Min(1, { each: true, ...rule(`$property must be a list of ${of}`, 'NOT_LIST') }),
      Max(MAX_INT, { each: true, ...rule(`$property must be a list of ${of}`, 'NOT_LIST') }),
    ],
  });

/** A list of texts, or of `values`. */
export const Texts = ({
  values,
  max = 1000,
  length = 200,
  ...options
}: FieldOptions & { values?: readonly string[]; max?: number; length?: number } = {}) =>
  field(options, {
    kind: 'json',
    schema: { type: 'array', items: { type: 'string', ...(values && { enum: [...values] }) }, maxItems: max },
    checks: [
      IsArray(rule('$property must be a list', 'NOT_LIST')),
      ArrayMaxSize(max, rule('$property must have at most $constraint1 entries', 'TOO_MANY', { max })),
      IsString({ each: true, ...rule('$property must be a list of texts', 'NOT_LIST') }),
      AtMost(length, {
        each: true,
        ...rule(`$property has an entry of more than ${length} characters`, 'ENTRY_TOO_LONG', {
          max: length,
        }),
      }),
      WellFormed({ each: true }),
      OneLine({ each: true }),
      ...(values
        ? [
            IsIn([...values], {
              each: true,
              ...rule(`$property may hold ${values.join(', ')}`, 'NOT_ONE_OF', { values: values.join(', ') }),
            }),
          ]
        : []),
    ],
  });

/**
 * Structured data. With `type` or `items` one object or a list of a DTO class, checked as such; otherwise free
 * JSON, described by `schema` (any object by default), whose keys are data and never renamed.
 */
export const Json = ({
  type,
  items,
  schema,
  max = 1000,
  ...options
}: FieldOptions & { type?: Class; items?: Class; schema?: Record<string, unknown>; max?: number } = {}) => {
  const nested = type ?? items;
  if (!nested) {
    const shape = schema ?? { type: 'object', additionalProperties: true };
    const check =
      shape.type === 'object' ? IsObject(rule('$property must be an object', 'NOT_OBJECT')) : Allow();
    return field(options, { kind: 'json', schema: shape, checks: [check, Short(), Storable()] });
  }
  const dto = nested as new () => object;
  const objectRule = rule('$property must be an object', 'NOT_OBJECT');
  return field(options, {
    kind: 'json',
    items: nested,
    ...(items && { max }),
    schema: { type: items ? [dto] : dto },
    checks: [
      ...(items
        ? [
            IsArray(rule('$property must be a list', 'NOT_LIST')),
            ArrayMaxSize(max, rule('$property must have at most $constraint1 entries', 'TOO_MANY', { max })),
          ]
        : []),
      IsObject({ each: Boolean(items), ...objectRule }),
      ValidateNested({ each: Boolean(items), ...objectRule }),
    ],
  });
};

import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { rule } from './field-checks';
import { type FieldOptions, Text } from './fields';

/** `user:password@host` in any spelling, or `host:port:user:password`. */
const credentials = /(^|\/\/|\s)[^\s/:@]+:[^\s@]*@|^(\w+:\/\/)?[^\s:/]+:\d{1,5}:[^\s:]+:\S+$/;

/** A plain label such as a task's `proxy`: one with credentials in it is rejected. */
export const PlainLabel = (options: FieldOptions & { max?: number } = {}) =>
  applyDecorators(
    Text({ max: 500, ...options }),
    ValidateBy(
      {
        name: 'plainLabel',
        validator: { validate: (value: unknown) => typeof value === 'string' && !credentials.test(value) },
      },
      rule('$property is a plain label and must not hold credentials', 'CREDENTIALS'),
    ),
  );

import { applyDecorators } from '@nestjs/common';
import { IsEmail } from 'class-validator';
import { rule } from './field-checks';
import { type FieldOptions, Text } from './fields';

/** An e-mail address. */
export const Email = (options: FieldOptions = {}) =>
  applyDecorators(
    Text({ min: 3, max: 320, format: 'email', ...options }),
    IsEmail({}, rule('$property must be an e-mail address', 'NOT_EMAIL')),
  );

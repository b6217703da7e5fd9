import { applyDecorators } from '@nestjs/common';
import { IsEmail } from 'class-validator';
import { type FieldOptions, Text } from './fields';
import { says } from './field-checks';

/** An e-mail address. */
export const Email = (options: FieldOptions = {}) =>
  applyDecorators(
    Text({ min: 3, max: 320, format: 'email', ...options }),
    IsEmail({}, says('$property must be an e-mail address', 'NOT_EMAIL')),
  );

import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { rule } from './field-checks';
import { type FieldOptions, Text } from './fields';

const PATTERN = '^[A-Z]{3}$';

/** A currency's ISO 4217 code. */
export const Currency = (options: FieldOptions = {}) =>
  applyDecorators(
    Text({ max: 3, pattern: PATTERN, ...options }),
    Matches(new RegExp(PATTERN), rule('$property must be an ISO 4217 code such as GBP', 'NOT_CURRENCY')),
  );

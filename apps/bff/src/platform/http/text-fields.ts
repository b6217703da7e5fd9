import { applyDecorators } from '@nestjs/common';
import { Matches, ValidateBy } from 'class-validator';
import { decimalsOf, isExactAmount } from '@tessera/domain';
import { invalid } from '../errors/api-error';
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

const PATTERN = '^[A-Z]{3}$';

/** A currency's ISO 4217 code. */
export const Currency = (options: FieldOptions = {}) =>
  applyDecorators(
    Text({ max: 3, pattern: PATTERN, ...options }),
    Matches(new RegExp(PATTERN), rule('$property must be an ISO 4217 code such as GBP', 'NOT_CURRENCY')),
  );

const MONTH = '^[1-9]\\d{3}-(0[1-9]|1[0-2])$';

/** A month: `2026-11`. */
export const Month = (options: FieldOptions = {}) =>
  applyDecorators(
    Text({ max: 7, pattern: MONTH, example: '2026-11', ...options }),
    Matches(new RegExp(MONTH), rule('$property must be a month such as 2026-11', 'INVALID')),
  );

/** @throws 400 for an amount with more decimals than its currency has */
export function requireExactAmount(field: string, amount: number, currency: string | null): void {
  if (isExactAmount(amount, currency)) return;
  const message = `${field} must have at most ${decimalsOf(currency)} decimals in ${currency ?? 'this currency'}`;
  throw invalid([{ field, message, code: 'NOT_AN_AMOUNT' }]);
}

/** The parts of an absolute http or https address without credentials; null when it is none. */
function webAddress(text: string): URL | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username || url.password ? null : url;
}

/** An address that people open: absolute http or https. `empty`: '' is none. */
export const WebAddress = ({ empty = false, ...options }: FieldOptions & { empty?: boolean } = {}) =>
  applyDecorators(
    Text({ max: 2000, min: empty ? 0 : undefined, ...(!empty && { format: 'uri' }), ...options }),
    ValidateBy(
      {
        name: 'webAddress',
        validator: {
          validate: (value: unknown) =>
            typeof value === 'string' && ((empty && value === '') || webAddress(value) !== null),
        },
      },
      rule('$property must be an absolute http or https address', 'NOT_WEB_ADDRESS'),
    ),
  );

/** Whether an address is on the host of one of the others, e.g. a basket on its site's. */
function onHostOf(address: string, others: readonly (string | null | undefined)[]): boolean {
  const host = webAddress(address)?.host;
  return host !== undefined && others.some((other) => other && webAddress(other)?.host === host);
}

/** The addresses that a site goes by. */
export interface SiteAddresses {
  url: string;
  ticket_url: string | null;
}

/** 400 VALIDATION unless a basket, where there is one, is at the site's own host. */
export function checkBasket(basket: string | null | undefined, { url, ticket_url }: SiteAddresses): void {
  if (!basket || onHostOf(basket, [url, ticket_url])) return;
  throw invalid([
    { field: 'basket', message: "basket must be an address at the site's own host", code: 'OTHER_HOST' },
  ]);
}

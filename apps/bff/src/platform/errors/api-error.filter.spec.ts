import { ApiError, invalid, stale } from './api-error';
import { MAX_ERROR_BYTES, serializeError } from './api-error.filter';
import type { FieldError } from './field-error-codes';

const read = (problem: ApiError) => {
  const text = serializeError(problem, 'id-1');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ERROR_BYTES);
  return JSON.parse(text) as {
    message: string;
    code: string;
    details?: FieldError[];
    context?: { current?: object };
    request_id: string;
  };
};

it('answers the facts of an error', () => {
  expect(read(stale({ name: 'Quay' }))).toMatchObject({
    code: 'STALE',
    context: { current: { name: 'Quay' } },
  });
});

it('names the first 20 errors and counts the others', () => {
  const errors = Array.from({ length: 27_926 }, (_, n) => ({
    field: `f${n}`,
    message: `f${n} is unknown`,
    code: 'UNKNOWN_FIELD' as const,
    params: {},
  }));
  const { details, message } = read(invalid(errors));
  expect(details).toEqual(errors.slice(0, 20));
  expect(message).toMatch(/^f0 is unknown; .*f19 is unknown; and 27,906 more$/);
});

it.each([
  ['a current row that is too large', stale({ text: 'x'.repeat(MAX_ERROR_BYTES) })],
  ['names that escape to six bytes a character', invalid(Array.from({ length: 30 }, () => ({ field: '\u0001'.repeat(9999), message: '\u0001'.repeat(9999), code: 'INVALID' as const })))],
  ['a long message', new ApiError('CONFLICT', '€'.repeat(MAX_ERROR_BYTES))],
])('stays within 64 KB with %s', (_, problem) => {
  expect(read(problem)).toMatchObject({ code: problem.code, request_id: 'id-1' });
}); // prettier-ignore

import { toDatabaseError } from './database-error';

const failure = (code: string) => Object.assign(new Error('from Postgres'), { code });

it.each([
  ['it was killed', failure('57P02')],
  ['it is starting', failure('57P03')],
  ['its disk is full', failure('53100')],
  ['its connections are used up', failure('53300')],
  ['it gave up waiting for us within a transaction', failure('25P03')],
  ["it doesn't let us in", failure('28P01')],
  ['nobody listens there', failure('ECONNREFUSED')],
  ['it says nothing any more', new Error('Query read timeout')],
  ['a statement took too long', failure('57014')],
])('says when to come back: %s', (_, error) => {
  expect(toDatabaseError(error)).toMatchObject({
    code: 'UNAVAILABLE',
    retryAfter: expect.any(Number) as number,
  });
});

it('leaves a fault of our own as it is', () => {
  expect(toDatabaseError(failure('42P01'))).toBeNull();
  // A statement with too few parameters.
  expect(toDatabaseError(failure('08P01'))).toBeNull();
  const repeats = Object.assign(new Error('column "connection terminated" does not exist'), {
    code: '42703',
  });
  expect(toDatabaseError(repeats)).toBeNull();
  expect(toDatabaseError(new TypeError('x is not a function'))).toBeNull();
});

import { answerFault } from './check-answer';

const json = 'application/json; charset=utf-8';
const error = { error: 'Task not found', message: 'Task not found', code: 'NOT_FOUND', request_id: 'r' };

describe('a response', () => {
  it('is right as the document has it', () => {
    expect(answerFault('GET', '/api/tasks/7', { status: 404, type: json, body: error })).toBeNull();
    expect(
      answerFault('GET', '/api/me/preferences', { status: 200, type: json, body: { theme: 'dark' } }),
    ).toBeNull();
    expect(answerFault('DELETE', '/api/tasks/7', { status: 204, type: null, body: null })).toBeNull();
    expect(answerFault('GET', '/healthz', { status: 200, type: json, body: 'anything' })).toBeNull();
  });

  it.each([
    [
      'a field that it does not list',
      404,
      json,
      { ...error, stack: 'at main' },
      /additionalProperty":"stack/,
    ],
    ['a field less than it requires', 404, json, { message: 'Gone' }, /required property 'error'/],
    ['a code that it does not know', 404, json, { ...error, code: 'GONE' }, /\/code must be equal/],
    ['a status that it does not have', 418, json, error, /418 is no answer/],
    ['a media type that it does not have', 404, 'text/html', 'Not found', /text\/html is none/],
  ])('is wrong with %s', (_, status, type, body, expected) => {
    expect(answerFault('GET', '/api/tasks/7', { status, type, body })).toMatch(expected);
  });

  it('is wrong with a body where there is none', () => {
    expect(answerFault('DELETE', '/api/tasks/7', { status: 204, type: json, body: {} })).toMatch(/not empty/);
  });

  it('is wrong within the objects in it too, and with null where the document does not say so', () => {
    const why = (cause: object) => ({ task_id: 7, status: 'idle', causes: [cause] });
    const fault = (cause: object) =>
      answerFault('GET', '/api/tasks/7/why', { status: 200, type: json, body: why(cause) });
    const cause = { code: 'NOT_STARTED', message: 'It was not started', params: {}, reason: null };
    expect(fault(cause)).toBeNull();
    expect(fault({ ...cause, sql: 'SELECT 1' })).toMatch(/\/causes\/0 .*"sql"/);
    expect(fault({ ...cause, message: null })).toMatch(/\/causes\/0\/message must be string/);
  });

  it('for an unknown operation must be an error', () => {
    const asked = ['GET', '/api/nowhere'] as const;
    expect(answerFault(...asked, { status: 404, type: json, body: error })).toBeNull();
    expect(answerFault(...asked, { status: 200, type: json, body: {} })).toMatch(
      /the document does not have/,
    );
  });
});

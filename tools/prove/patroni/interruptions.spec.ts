import type { Attempt } from '../installation/client.ts';
import { measureInterruption } from './interruptions.ts';

const attempt = (server: string, ended: number, status: number | null): Attempt => ({
  server,
  method: 'PATCH',
  path: '/api/tasks/1',
  began: ended - 10,
  ended,
  status,
  retryAfter: status === 503,
  error: status === null ? 'timeout' : null,
});

describe('an interruption', () => {
  const servers = ['one', 'two'];
  const window = { from: 1_000, until: 9_000 };

  it('ends with the last failed attempt of any server', () => {
    const attempts = [attempt('one', 1_500, 503), attempt('two', 3_000, null), attempt('one', 9_500, 503)];
    expect(measureInterruption(attempts, servers, window).lastFailureMs).toBe(2_000);
  });

  it('is as long as the worse server acknowledged no write', () => {
    const attempts = [
      ...[2_000, 4_000, 6_000, 8_000].map((ended) => attempt('one', ended, 200)),
      ...[1_500, 6_500, 7_000, 8_900].map((ended) => attempt('two', ended, 200)),
    ];
    expect(measureInterruption(attempts, servers, window)).toEqual({ lastFailureMs: 0, longestGapMs: 5_000 });
  });

  it('lasts all the time when a server never acknowledges a write', () => {
    expect(measureInterruption([attempt('one', 2_000, 200)], servers, window).longestGapMs).toBe(8_000);
  });
});

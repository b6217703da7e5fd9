import { clearSession, setSession, toUser } from '@tessera/api';
import type { LoadOutcome } from '@tessera/federation';
import { people } from '../../test/app';
import { LoadReporter } from './load-reports';

let sent: LoadOutcome[][];
let reporter: LoadReporter;
let stop: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  setSession({ token: 'access', refreshToken: 'refresh', user: toUser(people.owner) });
  sent = [];
  reporter = new LoadReporter((reports) => {
    sent.push(reports);
    return Promise.resolve();
  });
  stop = reporter.start();
});
afterEach(() => {
  stop();
  clearSession();
  jest.useRealTimers();
});

const outcome = (ms: number): LoadOutcome => ({
  module: 'mf-tasks',
  version: '1.8.2',
  outcome: 'loaded',
  ms,
});

test('sends the outcomes of five seconds together', () => {
  reporter.add(outcome(1));
  jest.advanceTimersByTime(4_000);
  reporter.add(outcome(2));
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(1_000);
  expect(sent).toEqual([[outcome(1), outcome(2)]]);
  jest.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(1);
});

test('sends what is waiting when the page is left', () => {
  reporter.add(outcome(1));
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).toEqual([[outcome(1)]]);
});

test('sends what is waiting when the tab goes to the background', () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  reporter.add(outcome(1));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sent).toEqual([[outcome(1)]]);
  visibility.mockRestore();
});

test('sends no more at once than the server accepts', () => {
  for (let i = 0; i < 60; i += 1) reporter.add(outcome(i));
  jest.advanceTimersByTime(5_000);
  expect(sent.map(({ length }) => length)).toEqual([50, 10]);
});

test('drops what can’t be sent, and what belongs to nobody', () => {
  reporter = new LoadReporter(() => Promise.reject(new Error('offline')));
  reporter.add(outcome(1));
  jest.advanceTimersByTime(5_000);
  clearSession();
  reporter.add(outcome(2));
  jest.advanceTimersByTime(5_000);
  expect(sent).toEqual([]);
});

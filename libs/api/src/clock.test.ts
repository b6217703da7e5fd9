import { observeServerClock, resetServerClock, serverNow } from './clock';

beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) }));
afterEach(() => {
  resetServerClock();
  jest.useRealTimers();
});
const http = (time: number) => new Date(time).toUTCString();

test('estimates the server’s clock to within a second, better with more responses', () => {
  const here = Date.now();
  const offset = 90_400;
  for (const moment of [0, 300, 700, 950]) {
    const server = here + offset + moment;
    observeServerClock(http(server - (server % 1000)), here + moment, here + moment + 5);
  }
  expect(Math.abs(serverNow() - Date.now() - offset)).toBeLessThan(500);
});

test('starts over when a clock was set, and ignores responses without a date', () => {
  const here = Date.now();
  observeServerClock(http(here), here, here);
  observeServerClock(http(here + 3_600_000), here, here);
  observeServerClock(null, here, here);
  observeServerClock('never', here, here);
  expect(Math.abs(serverNow() - here - 3_600_000)).toBeLessThan(2_000);
});

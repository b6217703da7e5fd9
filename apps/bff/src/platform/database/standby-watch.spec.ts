import { ReplicationLag } from './standby-watch';

let lag: ReplicationLag;
beforeEach(() => (lag = new ReplicationLag()));

it('is unknown before a position of the primary was reached', () => {
  expect(lag.behind(100n, 0)).toBeNull();
  lag.addPrimary(200n, 0);
  expect(lag.behind(100n, 5_000)).toBeNull();
});

it('counts from the last time at which the primary had no more than the standby has', () => {
  for (const second of [0, 1, 2, 3]) lag.addPrimary(BigInt(100 * second), 1_000 * second);
  expect(lag.behind(100n, 4_000)).toBe(3_000);
  expect(lag.behind(299n, 4_000)).toBe(2_000);
  expect(lag.behind(300n, 4_000)).toBe(1_000);
});

it('does not grow while the primary is idle', () => {
  for (const second of [0, 1, 2, 3]) lag.addPrimary(100n, 1_000 * second);
  expect(lag.behind(100n, 3_500)).toBe(500);
});

it('keeps few of many positions, and stays right to half a second', () => {
  for (let at = 0; at <= 10_000; at += 1) lag.addPrimary(BigInt(at), at);
  for (const position of [1_234n, 5_678n, 9_900n]) {
    const behind = lag.behind(position, 10_000);
    expect(behind).toBeGreaterThanOrEqual(10_000 - Number(position));
    expect(behind).toBeLessThanOrEqual(10_500 - Number(position));
  }
});

it('follows a new primary that is at an earlier position', () => {
  lag.addPrimary(100n, 0);
  lag.addPrimary(500n, 1_000);
  lag.addPrimary(300n, 2_000);
  expect(lag.behind(300n, 3_000)).toBe(1_000);
});

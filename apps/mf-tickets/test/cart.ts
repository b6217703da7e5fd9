import { act, screen } from '@testing-library/react';
import { list, TestServer } from '@tessera/api/testing';
import type { Role } from '@tessera/domain';
import { open } from './open';
import { carted } from './records';

/** The instant this many minutes from now; negative for the past. */
export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
/** A seat that is held for nine more minutes. */
export const live = (id: number, over = {}) =>
  carted(id, { created_at: inMinutes(-1), expires_at: inMinutes(9), ...over });

/** Opens the cart. */
export const openCart = (server: TestServer, role?: Role) => open(server, '/tickets?tab=cart', role);

/** A server whose cart holds these seats. */
export const cartOf = (...rows: unknown[]) => new TestServer().on('GET /carted-tickets', list(rows));
/** The row of an event. */
export const group = async (name = 'Harbour City') => screen.findByRole('row', { name: new RegExp(name) });

/** Fake timers that `pass` advances; responses still arrive by the real event loop. */
export function fakeClock() {
  const realTimeout = setTimeout;
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  const pass = async (ms: number) => {
    await act(() => jest.advanceTimersByTimeAsync(ms));
    for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise((done) => realTimeout(done, 1)));
  };
  /** Waits for the row of an event. */
  const rowOf = async (name: string): Promise<HTMLElement> => {
    for (let turn = 0; turn < 500; turn += 1) {
      const row = screen.queryByRole('row', { name: new RegExp(name) });
      if (row) return row;
      await pass(0);
    }
    throw new Error(`No row of ${name} came`);
  };
  return { pass, rowOf };
}

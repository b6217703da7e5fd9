import { history, room } from '../../../test/room';
import { bestAt, changesSince, failuresUntil, frameAt, framesReducer, noFrames } from './room-frames';

const start = Date.parse('2026-11-20T14:00:00Z');
const later = (seconds: number, won: number) => ({
  ...room(),
  at: new Date(start + seconds * 1000).toISOString(),
  seats: { ...room().seats, won },
});

test('continues a history with snapshots, in any order of arrival', () => {
  const first = framesReducer(noFrames, { type: 'snapshot', snapshot: room() });
  const both = framesReducer(first, { type: 'history', history: history() });
  expect(both.frames).toHaveLength(12);
  expect(both.frames.at(-1)).toMatchObject({ at: start + 60_000, won: 40 });
  const otherOrder = framesReducer(framesReducer(noFrames, { type: 'history', history: history() }), {
    type: 'snapshot',
    snapshot: room(),
  });
  expect(otherOrder.frames).toEqual(both.frames);
});

test('ignores a snapshot that is older than the last one', () => {
  const state = framesReducer(noFrames, { type: 'snapshot', snapshot: later(70, 44) });
  expect(framesReducer(state, { type: 'snapshot', snapshot: later(65, 42) }).frames).toEqual(state.frames);
});

test('shows each moment as it was, also before the first and after the last', () => {
  const { frames } = framesReducer(noFrames, { type: 'history', history: history() });
  expect(frameAt(frames, start - 1000)?.won).toBe(0);
  expect(frameAt(frames, start + 30_000)?.won).toBe(20);
  expect(frameAt(frames, start + 999_000)?.won).toBe(40);
  expect(bestAt(frames, start + 12_000)).toBe(1800);
});

test('turns growing failures into marks, and counts them until a moment', () => {
  let state = framesReducer(noFrames, { type: 'history', history: history() });
  state = framesReducer(state, { type: 'snapshot', snapshot: room() });
  const [soldOut, busy] = room().failures;
  state = framesReducer(state, {
    type: 'snapshot',
    snapshot: { ...later(62, 41), failures: [{ ...soldOut!, failed: 9 }, busy!] },
  });
  expect(state.marks.at(-1)).toEqual({ at: start + 62_000, kind: 'sold_out', count: 4 });
  expect(failuresUntil(state.marks, start + 40_000)).toEqual(new Map([['rate_limited', 3]]));
});

test('keeps a bounded number of frames of a long sale', () => {
  let state = noFrames;
  for (let i = 0; i < 5000; i += 1)
    state = framesReducer(state, { type: 'snapshot', snapshot: later(i * 2, i) });
  expect(state.frames.length).toBeLessThanOrEqual(2000);
  expect(state.frames.at(-1)?.won).toBe(4999);
  expect(state.frames[0]?.won).toBe(0);
});

test('lists what changed between two moments, and nothing when nothing did', () => {
  const { frames } = framesReducer(noFrames, { type: 'history', history: history() });
  expect(changesSince(frames[2]!, frames[6]!)).toEqual({ won: 16, held: 0, lapsed: 0, failed: 2 });
  expect(changesSince(frames[2]!, frames[2]!)).toBeNull();
});

import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import type { Frame } from './room-frames';

export const speeds = [1, 2, 5, 10, 20, 30, 60] as const;
const DEFAULT_SPEED = 10;
/** Milliseconds between two drawings of a replay: figures that change more often can't be read. */
const DRAW_MS = 100;

interface State {
  /** The replayed moment, epoch milliseconds. */
  at: number;
  speed: number;
  isPlaying: boolean;
}

export interface Replay extends State {
  from: number;
  to: number;
  toggle: () => void;
  seek: (at: number) => void;
  setSpeed: (speed: number) => void;
  /** Moves to the next slower (-1) or faster (1) speed. */
  changeSpeed: (by: number) => void;
  stop: () => void;
}

/** Replays the frames of a sale: a moment that moves on by itself. `replay` is null while the room is live. */
export function useReplay(frames: readonly Frame[]): { replay: Replay | null; start: () => void } {
  const [state, setState] = useState<State | null>(null);
  const from = frames[0]?.at ?? 0;
  const to = frames.at(-1)?.at ?? 0;
  const isPlaying = state?.isPlaying ?? false;
  const advance = useEffectEvent((ms: number) =>
    setState((before) => {
      if (!before?.isPlaying) return before;
      const at = before.at + ms * before.speed;
      return at < to ? { ...before, at } : { ...before, at: to, isPlaying: false };
    }),
  );
  useEffect(() => {
    if (!isPlaying) return undefined;
    let last = performance.now();
    let frame = requestAnimationFrame(function draw(now) {
      if (now - last >= DRAW_MS) {
        advance(now - last);
        last = now;
      }
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  const change = (to_: (before: State) => Partial<State>) =>
    setState((before) => before && { ...before, ...to_(before) });
  const within = (at: number) => Math.min(to, Math.max(from, at));
  return {
    replay: state && {
      ...state,
      from,
      to,
      // At the end it plays again from the start.
      toggle: () =>
        change(({ at, isPlaying: plays }) => ({
          isPlaying: !plays,
          ...(at >= to && !plays ? { at: from } : {}),
        })),
      seek: (at) => change(() => ({ at: within(at) })),
      setSpeed: (speed) => change(() => ({ speed })),
      changeSpeed: (by) =>
        change(({ speed }) => {
          const index = speeds.findIndex((one) => one === speed) + by;
          return { speed: speeds[Math.min(speeds.length - 1, Math.max(0, index))] ?? speed };
        }),
      stop: () => startTransition(() => setState(null)),
    },
    start: () => startTransition(() => setState({ at: from, speed: DEFAULT_SPEED, isPlaying: true })),
  };
}

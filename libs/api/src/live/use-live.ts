import { createContext, useContext, useSyncExternalStore } from 'react';
import type { LiveState, LiveStream } from './live-stream';

const off: LiveState = { status: 'off', staleSince: null };
const subscribeToNothing = (): (() => void) => () => undefined;

/** The page's live stream, provided by the shell. */
export const LiveContext = createContext<LiveStream | null>(null);

/** The state of the live stream; `off` outside the shell. Pages poll only while it isn't `live`. */
export function useLive(): LiveState {
  const stream = useContext(LiveContext);
  return useSyncExternalStore(stream?.subscribe ?? subscribeToNothing, stream?.getState ?? (() => off));
}

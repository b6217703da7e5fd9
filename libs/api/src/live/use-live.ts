import { createContext, useContext, useSyncExternalStore } from 'react';
import type { LiveState, LiveStream } from './live-stream';

const off: LiveState = { status: 'off', staleSince: null };
const never = (): (() => void) => () => undefined;

/** The page view's live stream; the shell provides it. */
export const LiveContext = createContext<LiveStream | null>(null);

/** How the live stream is doing; `off` outside of the shell. A page polls only while it isn't `live`. */
export function useLive(): LiveState {
  const stream = useContext(LiveContext);
  return useSyncExternalStore(stream?.subscribe ?? never, stream?.getState ?? (() => off));
}

import { signOnVisit } from '@tessera/api';

/** Carries the end of a visit from its window to the one that waits; the provider's pages sever `window.opener`. */
const CHANNEL = 'tessera-single-sign-on';

/** Sends how a visit ended to the window that waits, and closes this one if a script opened it. */
export function announceVisit(isProved: boolean): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ isProved });
  channel.close();
  if (isProved) window.close();
}

/**
 * Opens a window in which the user proves at a provider who they are. Call it from a click, or browsers block the window.
 *
 * @returns null when the window was blocked
 * @throws an ApiError when the provider can't be asked
 */
export async function visitProvider(provider: number, signal: AbortSignal): Promise<boolean | null> {
  const opened = window.open('about:blank', '_blank', 'popup,width=520,height=680');
  if (!opened) return null;
  try {
    const ended = waitForVisit(signal);
    const { data } = await signOnVisit({ path: { provider }, body: { purpose: 'reauthenticate' } });
    opened.location.replace(data.url);
    return await ended;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Begins a visit that links an identity to the user's account; the provider leads back to the page. */
export async function visitToLink(provider: number, to: string): Promise<void> {
  const { data } = await signOnVisit({ path: { provider }, body: { purpose: 'link', to } });
  location.assign(data.url);
}

function waitForVisit(signal: AbortSignal): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<boolean>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<{ isProved?: unknown }>) => resolve(data.isProved === true);
    signal.addEventListener('abort', () => resolve(false));
  }).finally(() => channel.close());
}

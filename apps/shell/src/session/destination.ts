import type { Location } from '@tessera/federation/router';

/** What the guard remembers in the history entry of the sign-in page. */
interface SignInState {
  from?: string;
}

let skipNext = false;

/** Signing out on purpose: whoever signs in next starts at the dashboard. Holds for the one redirect that follows. */
export function forgetDestination(): void {
  skipNext = true;
}

/** The state for the sign-in page, so that it leads back here. */
export function rememberDestination({ pathname, search, hash }: Location): SignInState {
  if (skipNext) {
    skipNext = false;
    return {};
  }
  return { from: pathname + search + hash };
}

/** Where to go after signing in. */
export function getDestination({ state }: Location): string {
  const from = (state as SignInState | null)?.from;
  return from?.startsWith('/') && !from.startsWith('//') ? from : '/dashboard';
}

import { consolePath } from '@tessera/domain';
import type { Location } from '@tessera/federation/router';

/** The state of the sign-in page's history entry. */
interface SignInState {
  from?: string;
}

let skipNext = false;

/** After a deliberate sign-out the next sign-in starts at the dashboard. Applies to the next redirect only. */
export function forgetDestination(): void {
  skipNext = true;
}

/** The state for the sign-in page, so that signing in returns to this location. */
export function rememberDestination({ pathname, search, hash }: Location): SignInState {
  if (skipNext) {
    skipNext = false;
    return {};
  }
  return { from: pathname + search + hash };
}

/** The path to open after signing in. */
export function getDestination({ state }: Location): string {
  const from = (state as SignInState | null)?.from;
  return consolePath(from) ?? '/dashboard';
}

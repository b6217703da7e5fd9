import { useMemo } from 'react';
import { useLocation, useNavigate } from '@tessera/federation/router';

/** The next basket by lapse, or the one with this id. */
export type RequestedBasket = 'next' | number;

/** The basket that another page asks for in the state of the history entry, as `{ pay: 'next' | id }`. */
function basketIn(state: unknown): RequestedBasket | null {
  if (typeof state !== 'object' || state === null || !('pay' in state)) return null;
  return state.pay === 'next' || typeof state.pay === 'number' ? state.pay : null;
}

/** The requested basket, and how to forget the request so that Back and a reload don't repeat it. */
export function useRequestedBasket(): { basket: RequestedBasket | null; done: () => void } {
  const { pathname, search, ...location } = useLocation();
  const navigate = useNavigate();
  const basket = basketIn(location.state);
  return useMemo(
    () => ({ basket, done: () => void navigate(pathname + search, { replace: true, state: null }) }),
    [basket, navigate, pathname, search],
  );
}

import { type ComponentType, lazy, Suspense } from 'react';
import { type RequestWait, useRequestWait } from '@tessera/api';

/** Fetched when first shown; a page that can't fetch it works without. */
const WaitBar = lazy(async (): Promise<{ default: ComponentType<{ wait: RequestWait }> }> => {
  const loaded = await import('./wait-bar').catch(() => null);
  return { default: loaded?.WaitBar ?? (() => null) };
});

/** Shows that requests are repeated once the server accepts them, on every page and in the dialog that is open. */
export function RequestWaitBar() {
  const wait = useRequestWait();
  return wait ? (
    <Suspense>
      <WaitBar wait={wait} />
    </Suspense>
  ) : null;
}

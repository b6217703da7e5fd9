import { useMemo, useState } from 'react';
import type { SearchParams } from '../src/use-list-state';

export { setViewportWidth, show } from '@tessera/ui/testing';

// Real interactions on a busy machine take seconds, not the default five at most.
jest.setTimeout(30_000);

/** Search parameters as a router keeps them; calls `onChange` with every query string they are set to. */
export function useParams(start: string, onChange: (search: string) => void): SearchParams {
  const [params, setParams] = useState(() => new URLSearchParams(start));
  return useMemo(
    () => [
      params,
      (change) => {
        const next = change(params);
        onChange(next.toString());
        setParams(next);
      },
    ],
    [params, onChange],
  );
}

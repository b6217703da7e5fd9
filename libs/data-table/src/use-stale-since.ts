import { useState } from 'react';
import { useLocale } from '@tessera/ui';

/** Since when rows stand that could not be read again, epoch milliseconds; null while they are as the server has them. */
export function useStaleSince(stale: boolean): number | null {
  const { now } = useLocale();
  const [since, setSince] = useState<number | null>(null);
  if (stale && since === null) setSince(now());
  if (!stale && since !== null) setSince(null);
  return stale ? since : null;
}

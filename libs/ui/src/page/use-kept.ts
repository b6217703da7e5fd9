import { useState } from 'react';

/**
 * What a query returned whose key has a version of its subject: the data of the version before stays until the new one has
 * been read, also when it can't be. Nothing stays of another subject, such as the task that was open before.
 */
export function useKept<Data>(subject: number | string | null, data: Data | undefined): Data | undefined {
  const [kept, setKept] = useState({ subject, data });
  const shown = data ?? (kept.subject === subject ? kept.data : undefined);
  if (kept.subject !== subject || kept.data !== shown) setKept({ subject, data: shown });
  return shown;
}

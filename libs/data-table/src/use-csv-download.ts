import { useId, useRef } from 'react';
import { formatCount, describeError, useSnackbar } from '@tessera/ui';
import { useTexts } from './texts';
import type { ListBackend } from './list-backend';
import { saveFile } from './save-file';

/** The day on the reader's clock, for a file's name: "2026-11-21". */
const today = (): string => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(new Date());

/**
 * Downloads a list as CSV: says how far it is, offers to cancel, and says what failed. One at a time; it goes on when
 * the list is left, since the person asked for the file, not for the list.
 */
export function useCsvDownload(
  list: Pick<ListBackend, 'name' | 'csv'> | undefined,
): (() => void) | undefined {
  const t = useTexts();
  const snackbar = useSnackbar();
  const key = useId();
  const running = useRef(false);
  if (!list) return undefined;
  return () => {
    if (running.current) return;
    const name = `${list.name}-${today()}.csv`;
    running.current = true;
    const abort = new AbortController();
    const cancel = { label: t('cancel'), onSelect: () => abort.abort() };
    const say = (message: string) => snackbar.show({ key, message, action: cancel, duration: null });
    say(t('csv.preparing', { name }));
    list
      .csv({
        signal: abort.signal,
        onProgress: (rows) => say(t('csv.progress', { name, rows: formatCount(rows) })),
      })
      .then(({ blob, rows }) => {
        saveFile(blob, name);
        snackbar.show({ key, message: t('csv.done', { name, count: rows, rows: formatCount(rows) }) });
      })
      .catch((error: unknown) => {
        if (abort.signal.aborted) snackbar.show({ key, message: t('csv.cancelled') });
        else snackbar.showError(describeError(error), key);
      })
      .finally(() => {
        running.current = false;
      });
  };
}

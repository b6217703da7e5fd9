import { useId, useRef } from 'react';
import { describeError, formatCount, useSnackbar } from '@tessera/ui';
import type { ListBackend } from './list-backend';
import { useTexts } from './texts';

/** Today in the browser's time zone, for a file's name: "2026-11-21". */
const today = (): string => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(new Date());

/**
 * Returns a function that downloads a list as CSV, shows its progress and offers to cancel it; undefined without a source.
 * One download runs at a time, and it continues when the user leaves the page.
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
    const showProgress = (message: string) => snackbar.show({ key, message, action: cancel, duration: null });
    showProgress(t('csv.preparing', { name }));
    list
      .csv({
        signal: abort.signal,
        onProgress: (rows) => showProgress(t('csv.progress', { name, rows: formatCount(rows) })),
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

/** Saves a file by the browser's download. CSV begins with a byte order mark: without it Excel doesn't read it as UTF-8. */
export function saveFile(blob: Blob, name: string): void {
  const isCsv = blob.type.startsWith('text/csv');
  const file = isCsv ? new Blob(['\uFEFF', blob], { type: blob.type }) : blob;
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

import { useCallback, useEffect, useRef, useState } from 'react';

/** The row that an edit dialog edits, with its ETag; null for a new row. */
export interface Editing<Row> {
  row: Row | null;
  /** For `If-Match`; null for a new row. */
  etag: string | null;
  /** Changes when the row is refetched: as React's key it resets the form. */
  key: number;
}

/** Opens edit dialogs. */
export interface Editor<Row> {
  editing: Editing<Row> | null;
  /** Fetches the row with its ETag, then opens the dialog. */
  open: (id: number) => void;
  openNew: () => void;
  /** Refetches the open row: after 412 STALE, to load the other person's version. */
  reload: () => void;
  close: () => void;
}

/**
 * Holds the state of an edit dialog. The row is fetched when its dialog opens, so that the form starts from current
 * values and a save can send their version. `read` and `onError` may be new functions on each render.
 */
export function useEditing<Row extends { id: number }>(
  read: (id: number) => Promise<{ data: Row; response: Response }>,
  onError: (error: unknown) => void,
): Editor<Row> {
  const [editing, setEditing] = useState<Editing<Row> | null>(null);
  const count = useRef(0);
  const latest = useRef({ read, onError });
  useEffect(() => {
    latest.current = { read, onError };
  });

  const open = useCallback((id: number) => {
    const request = (count.current += 1);
    latest.current
      .read(id)
      .then(({ data, response }) => {
        // Another row was requested, or the dialog closed, before this response came.
        if (request !== count.current) return;
        setEditing({ row: data, etag: response.headers.get('etag'), key: request });
      })
      .catch((error: unknown) => latest.current.onError(error));
  }, []);
  const openNew = useCallback(() => setEditing({ row: null, etag: null, key: (count.current += 1) }), []);
  const close = useCallback(() => {
    count.current += 1;
    setEditing(null);
  }, []);
  const id = editing?.row?.id;
  const reload = useCallback(() => {
    if (id !== undefined) open(id);
  }, [id, open]);
  return { editing, open, openNew, reload, close };
}

/** The header that makes a write conditional; none for an unknown version. */
export const ifMatch = (etag: string | null): { headers?: { 'If-Match': string } } =>
  etag === null ? {} : { headers: { 'If-Match': etag } };

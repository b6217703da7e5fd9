import { useCallback, useEffect, useRef, useState } from 'react';

/** What an edit dialog edits: a current row with its ETag, or null for a new one. */
export interface Editing<Row> {
  row: Row | null;
  /** For `If-Match`; null for a row that is to be made. */
  etag: string | null;
  /** Changes when the row was read again: as React's key it resets the form. */
  key: number;
}

/** Opens edit dialogs. */
export interface Editor<Row> {
  editing: Editing<Row> | null;
  /** Reads the row with its ETag, then opens. */
  open: (id: number) => void;
  openNew: () => void;
  /** Reads the open row again: after 412 STALE, to take theirs. */
  reload: () => void;
  close: () => void;
}

/**
 * Keeps what is being edited. A row is read again when its dialog opens, so that the form begins with what is true
 * and a save can say what it was made from. `read` and `onError` may be new on each render.
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

import { errorOfResponse } from '../http/api-error';
import { apiFetch } from '../http/api-fetch';
import { failedCall } from '../http/failed-call';
import { nextLink } from '../query/page';

/** A list's rows as a CSV file. */
export interface CsvFile {
  blob: Blob;
  rows: number;
}

export interface CsvDownload {
  /** Called after each response with the number of rows so far. */
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}

/** The index after the header line. Column names contain no line breaks. */
const headerEnd = (text: string): number => text.indexOf('\n') + 1;

function nextPath(headers: Headers): string | null {
  const next = nextLink(headers);
  return next && next.pathname + next.search;
}

/** Counts the records of a CSV text without header; line breaks within quotes separate none. */
function countRecords(text: string): number {
  let records = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 34) quoted = !quoted;
    else if (code === 10 && !quoted) records += 1;
  }
  return records;
}

/**
 * Downloads a whole list as CSV. The server sends 10,000 rows per response; the parts are joined under one header.
 *
 * @param path e.g. `/api/tasks`
 * @param query the list's filters and sort; page and page size are left out
 * @throws ApiError when the server refuses
 * @throws DOMException `AbortError` when the download is cancelled
 */
export async function downloadCsv(
  path: string,
  query: Readonly<Record<string, string>>,
  { onProgress, signal }: CsvDownload,
): Promise<CsvFile> {
  const { page: _page, page_size: _size, ...filters } = query;
  const search = new URLSearchParams(filters).toString();
  const parts: string[] = [];
  let rows = 0;
  for (let next: string | null = search ? `${path}?${search}` : path; next !== null;) {
    const response: Response = await apiFetch(next, { headers: { Accept: 'text/csv' }, signal });
    if (!response.ok) {
      const body: unknown = await response.json().catch(() => undefined);
      throw errorOfResponse(response, body, failedCall('GET', path));
    }
    const text = await response.text();
    const body = text.slice(headerEnd(text));
    parts.push(parts.length === 0 ? text : body);
    const received = countRecords(body);
    rows += received;
    onProgress(rows);
    // A list without cursor paging may link to itself as next: an empty part ends the download.
    next = received === 0 ? null : nextPath(response.headers);
  }
  return { blob: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows };
}

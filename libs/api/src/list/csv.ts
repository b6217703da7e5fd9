import { errorOfResponse } from '../http/api-error';
import { apiFetch } from '../http/api-fetch';
import { failedCall } from '../http/failed-call';

/** What a list's rows are as a file. */
export interface CsvFile {
  blob: Blob;
  rows: number;
}

export interface CsvDownload {
  /** Told after each answer: rows so far. */
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}

/** The address of the next part, from `Link: rel="next"`. */
function nextOf(response: Response): string | null {
  const part = response.headers
    .get('link')
    ?.split(',')
    .find((one) => /;\s*rel="?next"?/.test(one));
  const target = /<([^>]*)>/.exec(part ?? '')?.[1];
  if (target === undefined) return null;
  const { pathname, search } = new URL(target, location.href);
  return pathname + search;
}

/** Where the header's line ends: no name of a column holds a line break. */
const headerEnd = (text: string): number => text.indexOf('\n') + 1;

/** Records of a CSV text without its header; line breaks within quotes don't count. */
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
 * A list as CSV, all of it: the server answers 10,000 rows at a time, the parts are put together
 * under one header.
 *
 * @param path e.g. `/api/tasks`
 * @param query the list's filters and sort; page and page size are left out
 * @throws ApiError of a refusal; the AbortError when it was cancelled
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
  for (let at: string | null = search ? `${path}?${search}` : path; at !== null;) {
    const response: Response = await apiFetch(at, { headers: { Accept: 'text/csv' }, signal });
    if (!response.ok) {
      const body: unknown = await response.json().catch(() => undefined);
      throw errorOfResponse(response, body, failedCall('GET', path));
    }
    const text = await response.text();
    const body = text.slice(headerEnd(text));
    parts.push(parts.length === 0 ? text : body);
    const got = countRecords(body);
    rows += got;
    onProgress(rows);
    // A list that isn't paged so may name itself as next: an empty part ends it.
    at = got === 0 ? null : nextOf(response);
  }
  return { blob: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows };
}

import { downloadCsv, type CsvDownload, type CsvFile } from './csv';
import { useSavedViews, type SavedViews } from './saved-views';

/** What the server keeps and does for a list beside its rows; ListPage of `@tessera/ui` takes it as `backend`. */
export interface ListBackend {
  /** What its files are called, in every language. */
  name: string;
  saved: SavedViews;
  csv: (download: CsvDownload) => Promise<CsvFile>;
}

/**
 * Saved views and CSV of a list: `<ListPage backend={useListBackend('tasks', '/api/tasks', state.query)} … />`.
 *
 * @param page the name under which its views are kept and its files are saved
 * @param path where it is read
 * @param query its filters and sort, as on the wire
 */
export function useListBackend(
  page: string,
  path: string,
  query: Readonly<Record<string, string>>,
): ListBackend {
  const saved = useSavedViews(page);
  return { name: page, saved, csv: (download) => downloadCsv(path, query, download) };
}

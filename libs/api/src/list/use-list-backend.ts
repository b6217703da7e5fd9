import { type CsvDownload, downloadCsv } from './csv';
import { useSavedViews } from './saved-views';

/**
 * Saved views and CSV export of a list, as ListPage of `@tessera/data-table` takes them:
 * `<ListPage backend={useListBackend('tasks', '/api/tasks', state.query)} … />`.
 *
 * @param page the name under which its views are saved and its files are named, in every language
 * @param path the list's address
 * @param query its filters and sort, as query parameters
 */
export function useListBackend(page: string, path: string, query: Readonly<Record<string, string>>) {
  const saved = useSavedViews(page);
  return { name: page, saved, csv: (download: CsvDownload) => downloadCsv(path, query, download) };
}

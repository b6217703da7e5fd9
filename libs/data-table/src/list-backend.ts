/** A named state of a list: its query parameters as in the URL. */
export interface SavedView {
  id: number;
  name: string;
  query: Readonly<Record<string, string>>;
  shared: boolean;
  /** Whether it belongs to the user, who may then change it. */
  own: boolean;
  owner: string;
}

/** Saved views of a list; writes reject with the server's error. */
export interface SavedViews {
  /** Undefined until they are loaded. */
  views: readonly SavedView[] | undefined;
  /** The default view; null: none, undefined: not loaded yet. */
  defaultId: number | null | undefined;
  mayShare: boolean;
  create: (view: Pick<SavedView, 'name' | 'query' | 'shared'>) => Promise<SavedView>;
  change: (id: number, change: Partial<Pick<SavedView, 'name' | 'query' | 'shared'>>) => Promise<void>;
  remove: (id: number) => Promise<void>;
  setDefault: (id: number | null) => Promise<void>;
}

/** Downloads all rows of a list as a file and reports its progress. */
export type CsvSource = (download: {
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}) => Promise<{ blob: Blob; rows: number }>;

/** The server's part of a list beside its rows: saved views and the CSV file. */
export interface ListBackend {
  /** The name of its files in every language: "tasks". */
  name: string;
  saved: SavedViews;
  csv: CsvSource;
}

/** A list's state under a name: its query parameters as they stand in the URL. */
export interface SavedView {
  id: number;
  name: string;
  query: Readonly<Record<string, string>>;
  shared: boolean;
  /** The reader's own: theirs to change. */
  own: boolean;
  owner: string;
}

/** Saved views of a list; writes reject with what the server says. */
export interface SavedViews {
  /** Undefined until they are read. */
  views: readonly SavedView[] | undefined;
  /** The view that the list opens with; null: none, undefined: not known yet. */
  defaultId: number | null | undefined;
  mayShare: boolean;
  create: (view: Pick<SavedView, 'name' | 'query' | 'shared'>) => Promise<SavedView>;
  change: (id: number, change: Partial<Pick<SavedView, 'name' | 'query' | 'shared'>>) => Promise<void>;
  remove: (id: number) => Promise<void>;
  setDefault: (id: number | null) => Promise<void>;
}

/** Reads all rows of a list as a file, telling how many it has so far. */
export type CsvSource = (download: {
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}) => Promise<{ blob: Blob; rows: number }>;

/** What the server keeps and does for a list beside its rows. */
export interface ListBackend {
  /** What its files are called, in every language: "tasks". */
  name: string;
  saved: SavedViews;
  csv: CsvSource;
}

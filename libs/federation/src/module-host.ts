/** A row that a module keeps on the server (docs/modules/rows.md). */
export interface ModuleRow {
  /** Chosen by the module. */
  id: string;
  data: Record<string, unknown>;
  task_id: number | null;
  job_id: number | null;
  login_id: number | null;
  ticket_id: number | null;
  created_at: string;
  updated_at: string;
  /** Rises with each change. */
  version: number;
}

/** What a row says, and the record that it refers to where its entity has one. */
export type ModuleRowContent = Pick<ModuleRow, 'data'> &
  Partial<Pick<ModuleRow, 'task_id' | 'job_id' | 'login_id' | 'ticket_id'>>;

/** Which rows of an entity: those with these values of its indexes, or of these records (ids, joined by commas). */
export interface ModuleRowQuery {
  index1?: string;
  index2?: string;
  task_id?: string;
  job_id?: string;
  login_id?: string;
  ticket_id?: string;
  /** At most 200, which it is unless given. */
  page_size?: number;
  /** Where the page before ended. */
  cursor?: string;
}

/** What a row must be for a change. */
export interface ModuleRowChange {
  /** The version that it must still have. */
  version?: number;
}

/** What a row must be for it to be written. */
export interface ModuleRowWrite {
  /** The version that it must still have; null: it must not be there yet. */
  version?: number | null;
}

/**
 * The rows of one module in one realm. Every call rejects with `@tessera/api`'s ApiError when the server refuses it, such as
 * 403 without the entity's permission, 409 `LIMIT_REACHED` and 412 when the row has another version.
 */
export interface ModuleRows {
  /** Rows by their ids; `next` is the cursor of the following page, null on the last one. */
  list(entity: string, query?: ModuleRowQuery): Promise<{ rows: ModuleRow[]; next: string | null }>;
  /** Rejects with 404 where there is none; `list` by the record that it is of gives an empty list instead. */
  get(entity: string, id: string): Promise<ModuleRow>;
  /** Creates the row or replaces it as a whole. */
  put(entity: string, id: string, content: ModuleRowContent, write?: ModuleRowWrite): Promise<ModuleRow>;
  remove(entity: string, id: string, change?: ModuleRowChange): Promise<void>;
}

/** What the shell gives to a module alone. */
export interface ModuleHost {
  /** The module's own rows in the user's realm, or for administrators in the realm that they name. */
  openRows(realmId?: number): Promise<ModuleRows>;
}

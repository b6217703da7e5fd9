import {
  ifMatch,
  moduleRowsGet,
  moduleRowsList,
  moduleRowsPut,
  moduleRowsRemove,
  pageOf,
} from '@tessera/api';
import { list, refusal, type TestServer } from '@tessera/api/testing';
import type { ModuleHost, ModuleRow, ModuleRowWrite } from '@tessera/federation';

const MODULE = 'mf-tasks';

/** What the shell gives to this module; the token of its rows names their realm. */
export const host: ModuleHost = {
  openRows: (realmId) => {
    const token = { 'X-Module-Token': `realm ${realmId}` };
    const path = (entity: string, id: string) => ({ module: MODULE, entity, id });
    const changing = ({ version }: ModuleRowWrite = {}) => ({
      ...token,
      ...(version === null
        ? { 'If-None-Match': '*' }
        : ifMatch(version === undefined ? null : `"v${version}"`).headers),
    });
    return Promise.resolve({
      list: async (entity, query) => {
        const page = pageOf(
          await moduleRowsList({ path: { module: MODULE, entity }, query, headers: token }),
        );
        return { rows: page.rows, next: page.nextCursor };
      },
      get: async (entity, id) => (await moduleRowsGet({ path: path(entity, id), headers: token })).data,
      put: async (entity, id, body, change) =>
        (await moduleRowsPut({ path: path(entity, id), body, headers: changing(change) })).data,
      remove: async (entity, id, change) => {
        await moduleRowsRemove({ path: path(entity, id), headers: changing(change) });
      },
    });
  },
};

/** Lets a server keep one note; the returned function writes it as somebody else does, and null deletes it. */
export function keepNote(net: TestServer, entity: 'task-note' | 'job-note', first: string | null) {
  let row: ModuleRow | null = null;
  let version = 0;
  const write = (text: string | null, id = '1') => {
    version += 1;
    const at = '2026-11-20T14:00:00.000Z';
    const of = { task_id: null, job_id: null, login_id: null, ticket_id: null };
    row = text === null ? null : { id, data: { text }, ...of, created_at: at, updated_at: at, version };
    return row;
  };
  write(first);
  const at = `/module-data/${MODULE}/${entity}`;
  const isStale = (headers: Headers) =>
    (headers.has('If-None-Match') && row !== null) ||
    (headers.has('If-Match') && headers.get('If-Match') !== (row && `"v${row.version}"`));
  const stale = () => refusal(412, 'STALE', 'Somebody else has changed it', { context: { current: row } });
  net
    .on(`GET ${at}`, () => list(row ? [row] : []))
    .on(`PUT ${at}/:id`, ({ headers, body }, [id]) =>
      isStale(headers)
        ? stale()
        : { body: write((body as { data: { text: string } }).data.text, String(id)) },
    )
    .on(`DELETE ${at}/:id`, ({ headers }) => {
      if (!row) return refusal(404, 'NOT_FOUND', 'Row not found');
      if (isStale(headers)) return stale();
      write(null);
      return {};
    });
  return write;
}

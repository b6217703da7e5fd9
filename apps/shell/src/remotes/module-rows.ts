import {
  ApiError,
  ifMatch,
  moduleRowsGet,
  moduleRowsList,
  moduleRowsPut,
  moduleRowsRemove,
  moduleRowsToken,
  pageOf,
} from '@tessera/api';
import type { ModuleRows } from '@tessera/federation';

type TokenHeader = { 'X-Module-Token': string };

/**
 * The rows of one module. Its token is fetched with the first call, and again once the server no longer takes it: after its 15
 * minutes, for another user, or in and out of a rehearsal.
 */
export function openModuleRows(module: string, realmId: number | undefined): ModuleRows {
  let known: Promise<string> | undefined;
  const fetchToken = async () => {
    try {
      return (await moduleRowsToken({ path: { module }, body: { realm_id: realmId } })).data.token;
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
  const withToken = async <Result>(request: (headers: TokenHeader) => Promise<Result>): Promise<Result> =>
    request({ 'X-Module-Token': await (known ??= fetchToken()) });
  const call: typeof withToken = (request) =>
    withToken(request).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.reason === 'MODULE_TOKEN_NEEDED')) throw error;
      known = undefined;
      return withToken(request);
    });
  const path = (entity: string, id: string) => ({ module, entity, id });
  const of = (version: number | undefined) => ifMatch(version === undefined ? null : `"v${version}"`).headers;
  return {
    list: async (entity, query) =>
      call(async (headers) => {
        const page = pageOf(await moduleRowsList({ path: { module, entity }, query, headers }));
        return { rows: page.rows, next: page.nextCursor };
      }),
    get: async (entity, id) =>
      call(async (headers) => (await moduleRowsGet({ path: path(entity, id), headers })).data),
    put: async (entity, id, body, { version } = {}) => {
      const condition = version === null ? { 'If-None-Match': '*' } : of(version);
      return call(
        async (headers) =>
          (await moduleRowsPut({ path: path(entity, id), body, headers: { ...headers, ...condition } })).data,
      );
    },
    remove: async (entity, id, { version } = {}) =>
      call(async (headers) => {
        await moduleRowsRemove({ path: path(entity, id), headers: { ...headers, ...of(version) } });
      }),
  };
}

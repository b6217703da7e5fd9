import type { RowsTokenDto } from '../src/modules/data/module-rows.dto';
import type { TestApp } from './app';
import { publishedModule } from './published-module';

const MODULE = 'mf-test';
const access = { action: 'read', reach: 'own' } as const;
const note = { name: 'note', read: access, write: access, of: 'task', indexes: ['status'] } as const;

/** Publishes the module whose rows `oneOfEach` inserts. Gives an administrator's X-Module-Token for those of a realm. */
export async function moduleRows(app: TestApp, token: string, realm_id: number): Promise<string> {
  const entities = [{ ...note, indexes: [...note.indexes] }];
  await publishedModule(app, { name: MODULE, manifest: { entities } });
  const asked = { token, body: { realm_id } };
  const { body } = await app.http<RowsTokenDto>('POST', `/api/module-data/${MODULE}/token`, asked);
  return body.token;
}

/** A path of rows of modules with one of those rows filled in; other paths as they are. */
export const ofRows = (path: string): string =>
  path.startsWith('/api/module-data/')
    ? path.replace('{module}', MODULE).replace('{entity}', note.name).replace('{id}', 'first')
    : path;

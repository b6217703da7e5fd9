import type { ReactNode } from 'react';
import type { ModuleSettingsDto } from '@tessera/api';
import { list, openPages, TestServer } from '@tessera/api/testing';
import { ModuleFailure, ModuleRegistry } from '@tessera/federation';
import { ThemeRoot } from '@tessera/ui';
import { ModulePage } from '../src/modules/module-page';
import { ModulesPage } from '../src/modules/modules-page';
import { RegistryContext } from '../src/remotes/registry-context';
import { moduleChange, moduleStats, person, realm } from './module-records';

/** No module loads: the pages work without any. */
const registry = new ModuleRegistry(() => Promise.reject(new ModuleFailure('NETWORK', 'not there')));

const Frame = ({ children }: { children: ReactNode }) => (
  <RegistryContext value={registry}>
    <ThemeRoot>{children}</ThemeRoot>
  </RegistryContext>
);

/** Opens a page of the modules against a test server, as an administrator. */
export const openModules = (server: TestServer, address: string) =>
  openPages({
    routes: [
      { path: '/modules', element: <ModulesPage /> },
      { path: '/modules/:name', element: <ModulePage /> },
    ],
    frame: Frame,
    server,
    address,
    role: 'admin',
  });

/** A server with modules, two realms of 3 and 7 users, and 20 users in all. */
export const serveModules = (...rows: ModuleSettingsDto[]): TestServer =>
  new TestServer()
    .on('GET /modules', {
      body: { serial: 1, overrides: false, publishers: [], modules: [], unavailable: [] },
    })
    .on('GET /modules/settings', list(rows))
    .on('GET /modules/settings/:id', { body: rows[0], headers: { ETag: '"4"' } })
    .on('GET /modules/settings/:id/stats', { body: moduleStats() })
    .on('PATCH /modules/settings/:id', { body: rows[0], headers: { ETag: '"5"' } })
    .on('GET /audit', list([moduleChange(1)]))
    .on('GET /realms', list([realm(1), realm(2, { name: 'Foundry Hall', user_count: 7 })]))
    .on('GET /users', list([person(1)], 20))
    .on('GET /saved-views', list([]));

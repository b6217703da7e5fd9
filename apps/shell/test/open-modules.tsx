import { openPages, type TestServer } from '@tessera/api/testing';
import { ThemeRoot } from '@tessera/ui';
import { ModulesPage } from '../src/modules/modules-page';

/** Opens the modules' page against a test server, as an administrator. */
export const openModules = (server: TestServer, address: string) =>
  openPages({
    routes: [{ path: '/modules', element: <ModulesPage /> }],
    frame: ThemeRoot,
    server,
    address,
    role: 'admin',
  });

import { openPages, type OpenPagesOptions, type TestServer } from '@tessera/api/testing';
import type { Duty, Role } from '@tessera/domain';
import { ThemeRoot } from '@tessera/ui';
import remote from '../src/remote';

/** Opens a page of this module. */
export const open = (
  server: TestServer,
  address: OpenPagesOptions['address'],
  role: Role = 'realm_owner',
  duties: readonly Duty[] = [],
) => openPages({ routes: remote.routes, frame: ThemeRoot, server, address, role, duties });

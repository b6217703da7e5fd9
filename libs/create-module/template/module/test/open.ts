import { openPages, type TestServer } from '@tessera/api/testing';
import type { Role } from '@tessera/domain';
import { ThemeRoot } from '@tessera/ui';
import remote from '../src/remote';

/** Opens a page of this module as the shell does, signed in with a role. */
export const open = (server: TestServer, address: string, role: Role = 'realm_owner') =>
  openPages({ routes: remote.routes, frame: ThemeRoot, server, address, role });

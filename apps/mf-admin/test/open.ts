import { openPages, type TestServer } from '@tessera/api/testing';
import type { Role } from '@tessera/domain';
import { ThemeRoot } from '@tessera/ui';
import remote from '../src/remote';

/** Opens a page of this module against a test server. */
export const open = (server: TestServer, address: string, role: Role = 'admin') =>
  openPages({ routes: remote.routes, frame: ThemeRoot, server, address, role });

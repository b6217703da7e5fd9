import type { ReactNode } from 'react';
import { openPages, type TestServer } from '@tessera/api/testing';
import type { Role } from '@tessera/domain';
import { ThemeRoot } from '@tessera/ui';
import remote from '../src/remote';

/** Opens a page of this module as the shell does, signed in with a role. */
export const open = (server: TestServer, address: string, role: Role = 'realm_owner') =>
  openPages({ routes: remote.routes, frame: ThemeRoot, server, address, role });

/** Shows a part of a page, such as the content of a slot, as the shell does. */
export const openPart = (server: TestServer, element: ReactNode, role: Role = 'realm_owner') =>
  openPages({ routes: [{ path: '/part', element }], frame: ThemeRoot, server, address: '/part', role });

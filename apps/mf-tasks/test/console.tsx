import type { ReactNode } from 'react';
import { list, openPages, type OpenPagesOptions, TestServer } from '@tessera/api/testing';
import type { Duty, Role } from '@tessera/domain';
import { SlotHostContext } from '@tessera/federation';
import { ThemeRoot } from '@tessera/ui';
import module from '../module.json';
import remote from '../src/remote';
import { host as moduleHost } from './own-rows';
import { event, login, pool, site, template, waitingPlaces } from './records';
import { hostSlots } from './slots';

/** A server with a site, an event, logins, a pool and a template, and nothing else. */
export const createCatalogueServer = (): TestServer => {
  const logins = [1, 2, 3, 4].map((id) => login(id)).concat(login(5, { status: 'disabled' }));
  return new TestServer()
    .on('GET /sites', list([site]))
    .on('GET /events', list([event()]))
    .on('GET /sites/:id/events', list([event()]))
    .on('GET /logins', list(logins))
    .on('GET /sites/:id/logins', list(logins))
    .on('GET /pools', list([pool(9, 'North regulars', [4, 3])]))
    .on('GET /templates', list([template()]))
    .on('GET /templates/:id', { body: template(), headers: { ETag: '"1"' } })
    .on('GET /tasks', list([]))
    .on('GET /tasks/counts', { body: { counts: {} } })
    .on('GET /on-sale/:id/positions', { body: waitingPlaces([]) })
    .on('GET /jobs', list([]))
    .on('GET /module-data/mf-tasks/:entity', list([]));
};

/** Opens the module's pages at an address with a role, a test server, and the slots of this module or of another one. */
export function openConsole(
  server: TestServer,
  address: OpenPagesOptions['address'],
  role?: Role,
  host = hostSlots(remote, module.slots),
  duties: readonly Duty[] = [],
) {
  remote.start?.(moduleHost);
  const frame = ({ children }: { children: ReactNode }) => (
    <ThemeRoot>
      <SlotHostContext value={host}>{children}</SlotHostContext>
    </ThemeRoot>
  );
  return openPages({ routes: remote.routes, frame, server, address, duties, ...(role ? { role } : {}) });
}

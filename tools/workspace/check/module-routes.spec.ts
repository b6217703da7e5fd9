import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';

interface ModuleFile {
  owner: string;
  routes: { path: string; action: string | null; reach: string | null; duty?: string }[];
  nav: { label: string; path: string; order: number }[];
}

const modules = globSync('apps/*/module.json', { cwd: root }).map(
  (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as ModuleFile,
);

test.each([
  ['/tasks', 'read', 'own'],
  ['/jobs', 'read', 'own'],
  ['/templates', 'write', 'own'],
  ['/users', 'admin', 'all'],
  ['/sites', 'read', 'own'],
  ['/sites/:siteId/logins', 'write', 'own'],
  ['/sites/:siteId/events', 'read', 'own'],
  ['/realms', 'admin', 'all'],
  ['/tickets', 'read', 'own'],
  ['/queueitlinks', 'read', 'own'],
])('%s is a module’s page that requires %s:%s', (page, action, reach) => {
  const found = modules.flatMap(({ routes }) => routes).filter((route) => route.path === page);
  expect(found.map((route) => [route.action, route.reach])).toEqual([[action, reach]]);
});

test('the modules’ menu entries are in order', () => {
  const expected = ['Tasks', 'Jobs', 'Templates', 'Sites', 'Tickets', 'Queue-it Links', 'Users', 'Realms'];
  const entries = modules.flatMap(({ nav }) => nav).sort((a, b) => a.order - b.order);
  // A module that is added has its own entries among them.
  expect(entries.map(({ label }) => label).filter((label) => expected.includes(label))).toEqual(expected);
});

test('each module names the team that answers for it', () => {
  expect(modules.map(({ owner }) => owner)).toEqual(modules.map(() => 'Console team'));
});

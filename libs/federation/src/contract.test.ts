import { containerName, listPaths } from './contract';

test('lists the paths of a remote’s pages, including nested ones', () => {
  expect(
    listPaths({
      routes: [
        { path: '/tickets', children: [{ index: true }, { path: 'cart' }] },
        { children: [{ path: '/sites' }, { path: '/sites/:siteId/logins' }] },
      ],
    }),
  ).toEqual(['/tickets', '/sites', '/sites/:siteId/logins']);
});

test('names a container after its module', () => {
  expect(containerName('mf-tasks')).toBe('mf_tasks');
});

import { containerName, listPaths } from './contract';

test('the paths of a remote are its pages’, nested ones too', () => {
  expect(
    listPaths({
      routes: [
        { path: '/tickets', children: [{ index: true }, { path: 'cart' }] },
        { children: [{ path: '/sites' }, { path: '/sites/:siteId/logins' }] },
      ],
    }),
  ).toEqual(['/tickets', '/sites', '/sites/:siteId/logins']);
});

test('a container is named after its module', () => {
  expect(containerName('mf-tasks')).toBe('mf_tasks');
});

import { containerOf, pathsOf } from './contract';

test('the paths of a remote are its pages’, nested ones too', () => {
  expect(
    pathsOf({
      routes: [
        { path: '/tickets', children: [{ index: true }, { path: 'cart' }] },
        { children: [{ path: '/sites' }, { path: '/sites/:siteId/logins' }] },
      ],
    }),
  ).toEqual(['/tickets', '/sites', '/sites/:siteId/logins']);
});

test('a container is named after its module', () => {
  expect(containerOf('mf-tasks')).toBe('mf_tasks');
});

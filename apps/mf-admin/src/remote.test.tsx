import { listPaths } from '@tessera/federation';
import module from '../module.json';
import remote from './remote';

test('module.json declares the name and exactly the pages of this module', () => {
  expect(module.name).toBe(remote.name);
  expect(module.routes.map((route: { path: string }) => route.path).sort()).toEqual(listPaths(remote).sort());
});

import { listPaths } from '@tessera/federation';
import module from '../module.json';
import remote from './remote';

test('lists this module and exactly its pages in module.json', () => {
  expect(module.name).toBe(remote.name);
  expect(module.routes.map((route: { path: string }) => route.path).sort()).toEqual(listPaths(remote).sort());
});

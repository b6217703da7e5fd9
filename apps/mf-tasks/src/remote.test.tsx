import { listPaths } from '@tessera/federation';
import module from '../module.json';
import remote from './remote';

test('matches module.json in name and pages', () => {
  expect(module.name).toBe(remote.name);
  expect(module.routes.map((route: { path: string }) => route.path).sort()).toEqual(listPaths(remote).sort());
});

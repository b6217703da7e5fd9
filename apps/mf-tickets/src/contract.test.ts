import { checkModule } from 'tessera-module/testing';
import source from '../module.json';
import remote from './remote';

test('keeps the contract with the shell', () => {
  expect(checkModule({ source, remote, isBundled: true })).toEqual([]);
});

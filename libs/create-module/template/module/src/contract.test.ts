import { checkModule } from 'tessera-module/testing';
import source from '../module.json';
import remote from './remote';

test('keeps the contract with the shell', async () => {
  expect(await checkModule({ source, remote })).toEqual([]);
});

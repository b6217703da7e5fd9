import { containerName } from './contract';

test('names a container after its module', () => {
  expect(containerName('mf-tasks')).toBe('mf_tasks');
});

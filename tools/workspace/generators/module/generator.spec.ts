import { createTree } from '@nx/devkit/testing';
import generateModule from './generator.ts';

test('adds a module to apps and changes nothing else', async () => {
  const tree = createTree();
  await generateModule(tree, { name: 'mf-car-parks', owner: 'Parking team' });
  // The tree begins with Prettier's settings.
  const changes = tree.listChanges().filter(({ path }) => path !== '.prettierrc');
  expect(changes.filter(({ path }) => !path.startsWith('apps/mf-car-parks/'))).toEqual([]);
  expect(changes.map(({ path }) => path)).toEqual(
    expect.arrayContaining(
      ['module.json', 'project.json', 'src/remote.tsx'].map((file) => `apps/mf-car-parks/${file}`),
    ),
  );
  expect(tree.read('apps/mf-car-parks/webpack.config.mjs', 'utf8')).toContain('dir: import.meta.dirname');
});

test('rejects a module that exists and a name that can’t be used', async () => {
  const tree = createTree();
  await generateModule(tree, { name: 'mf-car-parks' });
  await expect(generateModule(tree, { name: 'mf-car-parks' })).rejects.toThrow(/exists already/);
  await expect(generateModule(tree, { name: 'mf_car' })).rejects.toThrow(/can't be a module's name/);
});

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../start/settings.mjs';

const COLUMNS = 7;
const TABS = 3;

const numbered = (count: number, word: string): string[] =>
  Array.from({ length: count }, (_, i) => `${word}-${i + 1}`);
const slots = [
  ...numbered(COLUMNS, 'column').map((id) => ({ id, place: 'tasks.column' })),
  ...numbered(TABS, 'tab').map((id) => ({ id, place: 'task.tab' })),
];

const source = `
import { createElement } from 'react';
import { tasksList } from '@tessera/api';

// One request for the rows that came on screen, whatever their number.
const cells = async (ids, signal) => {
  const { data } = await tasksList({ query: { id: ids.join(), fields: 'id,retry_count', page: 1, page_size: 100 }, signal });
  return new Map(data.map(({ id, retry_count }) => [id, { text: 'tried ' + retry_count }]));
};
const Tab = ({ id }) => createElement('p', null, 'Task ' + id);
const fill = { 'tasks.column': cells, 'task.tab': Tab };
const slots = ${JSON.stringify(slots)};

export default {
  name: 'mf-slots',
  routes: [{ path: '/slots', element: createElement('p', null, 'Slots') }],
  slots: Object.fromEntries(slots.map(({ id, place }) => [id, { place, load: () => Promise.resolve(fill[place]) }])),
};
`;

const config = `
import { createModuleConfig } from ${JSON.stringify(path.join(root, 'libs/federation/webpack/module-config.mjs'))};
import { workspace } from ${JSON.stringify(path.join(root, 'libs/federation/webpack/workspace.mjs'))};
export default createModuleConfig({ dir: import.meta.dirname, entry: './src/remote.js', workspace });
`;

/**
 * Builds a module that fills ten slots of the tasks page.
 *
 * @param parent a folder of the workspace, whose packages the build uses
 * @returns its module.json
 */
export async function buildSlotsModule(parent: string): Promise<string> {
  const folder = path.join(parent, 'mf-slots');
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  const open = { action: 'read', reach: 'own' };
  const module = {
    name: 'mf-slots',
    title: 'Slots',
    owner: 'Bench',
    routes: [{ path: '/slots', ...open }],
    nav: [],
    slots: slots.map((slot) => ({ ...slot, title: slot.id, ...open })),
  };
  writeFileSync(path.join(folder, 'module.json'), JSON.stringify(module));
  writeFileSync(path.join(folder, 'package.json'), '{"name":"mf-slots","version":"1.0.0","type":"module"}');
  writeFileSync(path.join(folder, 'src/remote.js'), source);
  writeFileSync(path.join(folder, 'webpack.config.mjs'), config);
  await promisify(execFile)(
    process.execPath,
    [path.join(root, 'node_modules/webpack-cli/bin/cli.js'), '--mode=production'],
    { cwd: folder },
  );
  return path.join(folder, 'dist/module.json');
}

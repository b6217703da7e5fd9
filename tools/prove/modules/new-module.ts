import { cpSync, globSync } from 'node:fs';
import path from 'node:path';
import { nxEnvironment } from '../../start/prepare/build.mjs';
import { run } from '../../start/prepare/run.mjs';
import { root } from '../../start/settings.mjs';
import { step } from './step.ts';

/** Packs the libraries and makes the module mf-parking from the packages in `folder`, as its team does. Returns the module's folder. */
export async function createModule(folder: string): Promise<string> {
  const packages = path.join(folder, 'packages');
  await step('package the libraries', () =>
    run('npx', ['nx', 'run-many', '-t', 'package'], { cwd: root, env: nxEnvironment() }),
  );
  cpSync(path.join(root, 'dist/packages'), packages, { recursive: true });
  await step('create a module', () => {
    const [program] = globSync('create-tessera-module-*.tgz', { cwd: packages });
    if (!program) throw new Error('create-tessera-module is not packaged');
    const args = ['--yes', '--package', path.join(packages, program), 'create-tessera-module'];
    return run('npx', [...args, 'mf-parking', '--packages', packages], { cwd: folder });
  });
  return path.join(folder, 'mf-parking');
}

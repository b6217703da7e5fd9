import type { Command } from '../command.ts';

interface Entry {
  /** One line for the list of commands. */
  summary: string;
  /** Loads the command; only the one that is called is loaded. */
  load: () => Promise<{ default: Command }>;
}

/** Every command by its name, in the order of the list that `--help` prints. */
export const commands: Readonly<Record<string, Entry>> = {
  build: { summary: 'Build a module', load: () => import('./build.ts') },
  dev: { summary: 'Serve a module during development', load: () => import('./dev.ts') },
  check: {
    summary: 'Check that a module and a shell fit together',
    load: () => import('./check.ts'),
  },
  keygen: { summary: 'Create a key pair to sign releases', load: () => import('./keygen.ts') },
  sign: { summary: 'Sign a build with a private key', load: () => import('./sign.ts') },
  verify: { summary: 'Compare a build or a release with what was signed', load: () => import('./verify.ts') },
  publish: { summary: 'Upload a signed build to a console', load: () => import('./publish.ts') },
  list: { summary: 'List the releases of your modules', load: () => import('./list.ts') },
  canary: { summary: 'Give a release to a realm or a share of the users', load: () => import('./canary.ts') },
  promote: { summary: 'Give a release to everybody', load: () => import('./promote.ts') },
  rollback: { summary: 'Return to the release before', load: () => import('./rollback.ts') },
  disable: { summary: 'Take a module out of the console', load: () => import('./disable.ts') },
  enable: { summary: 'Let pages load a module again', load: () => import('./enable.ts') },
};

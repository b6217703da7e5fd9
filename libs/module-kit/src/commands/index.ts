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
};

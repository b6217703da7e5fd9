import { assign } from '../assignment-command.ts';
import { defineCommand } from '../command.ts';
import { readModuleName } from '../module-name.ts';
import { serverHelp, serverOptions } from '../server/options.ts';

export default defineCommand({
  usage: '[name] --to URL',
  help: [
    'Takes back the canaries of a module or, when it has none, its stable release: the one before is stable again.',
    ...serverHelp,
  ],
  options: serverOptions,
  positionals: [0, 1],
  run: async ({ values, positionals: [module], ...context }) => {
    const name = module ?? readModuleName(context.cwd);
    return assign({ name, action: 'rollback', body: {}, repeatable: false }, values, context);
  },
});

import { assign } from '../assignment-command.ts';
import { defineCommand } from '../command.ts';
import { readModuleName } from '../module-name.ts';
import { serverHelp, serverOptions } from '../server/options.ts';

export default defineCommand({
  usage: '[name] --to URL',
  help: [
    'Nobody gets it until it is enabled; a tab that runs it keeps it until it is reloaded.',
    ...serverHelp,
  ],
  options: serverOptions,
  positionals: [0, 1],
  run: async ({ values, positionals: [module], ...context }) => {
    const name = module ?? readModuleName(context.cwd);
    return assign({ name, action: 'disable', body: {}, repeatable: true }, values, context);
  },
});

import { assign } from '../assignment-command.ts';
import { defineCommand } from '../command.ts';
import { readModuleName } from '../module-name.ts';
import { serverHelp, serverOptions } from '../server/options.ts';

export default defineCommand({
  usage: '[name] --to URL',
  help: serverHelp,
  options: serverOptions,
  positionals: [0, 1],
  run: async ({ values, positionals: [module], ...context }) => {
    const name = module ?? readModuleName(context.cwd);
    return assign({ name, action: 'enable', body: {}, repeatable: true }, values, context);
  },
});

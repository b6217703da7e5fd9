import { assign } from '../assignment-command.ts';
import { defineCommand } from '../command.ts';
import { usageError } from '../failure.ts';
import { readModuleName } from '../module-name.ts';
import { serverHelp, serverOptions } from '../server/options.ts';

export default defineCommand({
  usage: '[name] [--channel stable|canary] --to URL',
  help: [
    'Takes back the canaries of a module or, when it has none, its stable release: the one before is stable again.',
    '--channel CHANNEL   takes back the stable release although there are canaries, or only canaries',
    ...serverHelp,
  ],
  options: { channel: { type: 'string' }, ...serverOptions },
  positionals: [0, 1],
  run: async ({ values, positionals: [module], ...context }) => {
    const name = module ?? readModuleName(context.cwd);
    const { channel } = values;
    if (channel !== undefined && channel !== 'stable' && channel !== 'canary')
      throw usageError('--channel must be stable or canary');
    const body = channel === undefined ? {} : { channel };
    return assign({ name, action: 'rollback', body, repeatable: false }, values, context);
  },
});

import { assign } from '../assignment-command.ts';
import { defineCommand } from '../command.ts';
import { parseReleaseName } from '../module-name.ts';
import { serverHelp, serverOptions } from '../server/options.ts';

export default defineCommand({
  usage: '[name@]<version> --to URL',
  help: ['A tab that runs another release keeps it until it is reloaded.', ...serverHelp],
  options: serverOptions,
  positionals: [1, 1],
  run: async ({ values, positionals: [release = ''], ...context }) => {
    const { name, version } = parseReleaseName(release, context.cwd);
    return assign({ name, action: 'promote', body: { version }, repeatable: true }, values, context);
  },
});

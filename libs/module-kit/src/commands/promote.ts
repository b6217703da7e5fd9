import { assign } from '../assignment-command.ts';
import { defineCommand } from '../command.ts';
import { parseReleaseName } from '../module-name.ts';
import { serverHelp, serverOptions } from '../server/options.ts';

export default defineCommand({
  usage: '[name@]<version> --to URL',
  help: ['Gives a release to everybody: pages that load from then on get it.', ...serverHelp],
  options: serverOptions,
  positionals: [1, 1],
  run: async ({ values, positionals: [release = ''], ...context }) => {
    const { name, version } = parseReleaseName(release, context.cwd);
    return assign({ name, action: 'promote', body: { version }, repeatable: true }, values, context);
  },
});

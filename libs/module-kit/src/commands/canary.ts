import { assign } from '../assignment-command.ts';
import { defineCommand } from '../command.ts';
import { usageError } from '../failure.ts';
import { parseReleaseName } from '../module-name.ts';
import { serverHelp, serverOptions } from '../server/options.ts';

export default defineCommand({
  usage: '[name@]<version> (--realm ID | --percent N) --to URL',
  help: [
    'Gives a release to one realm or to a share of the users; the others keep the stable one.',
    '--realm ID          the realm, by its number, which the page Realms shows',
    '--percent N         the share of the users; a higher one adds users and keeps those who had it',
    ...serverHelp,
  ],
  options: { realm: { type: 'string' }, percent: { type: 'string' }, ...serverOptions },
  positionals: [1, 1],
  run: async ({ values, positionals: [release = ''], ...context }) => {
    const { name, version } = parseReleaseName(release, context.cwd);
    const body = { version, ...readTarget(values.realm, values.percent) };
    return assign({ name, action: 'canary', body, repeatable: true }, values, context);
  },
});

function readTarget(realm: string | undefined, percent: string | undefined) {
  if ((realm === undefined) === (percent === undefined))
    throw usageError('Name either a realm with --realm ID or a share of the users with --percent N');
  if (realm !== undefined) return { realm_id: readNumber('--realm', realm, Number.MAX_SAFE_INTEGER) };
  return { percent: readNumber('--percent', percent ?? '', 100) };
}

function readNumber(option: string, text: string, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= max) return value;
  throw usageError(`${option} must be a whole number ${max === 100 ? 'from 1 to 100' : 'above 0'}`);
}

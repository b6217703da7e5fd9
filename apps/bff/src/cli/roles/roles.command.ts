import { parseArgs } from 'node:util';
import { type Command, exitCodes, printLine, UsageError } from '../command';
import { optionalSetting, requiredSetting } from '../settings';
import { createRoles, type RolePasswords } from './roles';

/** Creates the roles of an installation and its database, or completes what is missing. Changes no password that isn't given. */
export const rolesCommand: Command = {
  name: 'roles',
  usage: '[--database NAME]',
  summary: 'create the roles and the database, as an administrator of the cluster',
  async run(args, env) {
    const { values } = parseArgs({ args, options: { database: { type: 'string', default: 'tessera' } } });
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(values.database))
      throw new UsageError('--database must be a name of lower-case letters, digits and _');
    const adminUrl = requiredSetting(env, 'ADMIN_DATABASE_URL');
    const passwords: RolePasswords = {
      tessera: optionalSetting(env, 'TESSERA_DB_PASSWORD'),
      tessera_server: optionalSetting(env, 'TESSERA_SERVER_DB_PASSWORD'),
      tessera_backup: optionalSetting(env, 'TESSERA_BACKUP_DB_PASSWORD'),
      tessera_monitoring: optionalSetting(env, 'TESSERA_MONITORING_DB_PASSWORD'),
    };
    for (const line of await createRoles(adminUrl, values.database, passwords)) printLine(line);
    return exitCodes.ok;
  },
};

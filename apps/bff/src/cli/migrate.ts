import { migrate } from '../platform/database/migrate';
import { createProgramLogger } from '../platform/logging/logging';
import { type Command, exitCodes } from './command';
import { ownerUrl } from './settings';

/** Brings the tables up to date and ends: the one-shot job of a deployment, so that its lines are log lines. */
export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: 'bring the tables of the database up to date, as their owner',
  async run(_args, env) {
    const url = ownerUrl(env);
    try {
      await migrate(url);
    } catch (error) {
      createProgramLogger('migrate', 'stderr').fatal(
        { err: error },
        `The tables could not be brought up to date: ${(error as Error).message}`,
      );
      return exitCodes.failed;
    }
    createProgramLogger('migrate').info('migrated');
    return exitCodes.ok;
  },
};

import { type Config, ConfigError } from '../../platform/config/config';
import { readModuleStore } from '../../platform/config/module-store-settings';
import { readers } from '../../platform/config/readers';
import { requiredSetting } from '../settings';

const MIN_PASSPHRASE = 16;

/** The passphrase that encrypts backups, which no setting of the server has. */
export function passphraseOf(env: NodeJS.ProcessEnv): string {
  const passphrase = requiredSetting(env, 'BACKUP_PASSPHRASE');
  if (passphrase.length < MIN_PASSPHRASE)
    throw new ConfigError(`BACKUP_PASSPHRASE must have at least ${MIN_PASSPHRASE} characters`);
  return passphrase;
}

/** Where the modules' files are, by the settings of the server. */
export function storeSettings(env: NodeJS.ProcessEnv): Pick<Config, 'moduleStore'> {
  const read = readers(env);
  const moduleStore = readModuleStore(read, read.text('DATA_DIR'));
  if (read.failures.length > 0) throw new ConfigError(read.failures.join('; '));
  return { moduleStore };
}

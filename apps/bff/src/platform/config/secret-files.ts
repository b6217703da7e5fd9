import { readFileSync } from 'node:fs';
import { serverSettings } from './catalogue';
import { isSecret } from './setting';

/** Names of the settings that can be read from a file. */
export const secretNames: readonly string[] = Object.entries(serverSettings)
  .filter(([, setting]) => isSecret(setting))
  .map(([name]) => name);

/**
 * Returns the environment with each `<NAME>_FILE` of a secret replaced by NAME with the file's content, without the white
 * space around it. Reports through `fail`, which never gets a content, a file that can't be read and a secret given twice.
 */
export function readSecretFiles(env: NodeJS.ProcessEnv, fail: (message: string) => void): NodeJS.ProcessEnv {
  const result = { ...env };
  for (const name of secretNames) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) {
      fail(`${name} and ${name}_FILE can't both be set`);
      continue;
    }
    try {
      result[name] = readFileSync(file, 'utf8').trim();
      if (!result[name]) fail(`${name}_FILE names a file that is empty: ${file}`);
    } catch (error) {
      fail(`${name}_FILE can't be read: ${(error as Error).message}`);
    }
  }
  return result;
}

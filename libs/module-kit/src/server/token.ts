import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { usageError } from '../failure.ts';

/** Reads a publisher's token from a file or from TESSERA_MODULE_TOKEN; never from an argument, which other processes see. */
export async function readToken(
  file: string | undefined,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<string> {
  const text = file === undefined ? env.TESSERA_MODULE_TOKEN : await readTokenFile(path.resolve(cwd, file));
  const token = text?.trim();
  if (!token) throw usageError('Set TESSERA_MODULE_TOKEN, or name a file with the token by --token-file');
  if (!/^[\x21-\x7e]+$/.test(token)) throw usageError('The token must be one line without spaces');
  return token;
}

async function readTokenFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw usageError(`The token can't be read: ${(error as Error).message}`);
  }
}

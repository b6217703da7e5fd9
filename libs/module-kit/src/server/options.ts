import type { Context } from '../command.ts';
import { readAddress } from './address.ts';
import { Connection } from './connection.ts';
import { readToken } from './token.ts';

/** The options of every command that talks to an installation. */
export const serverOptions = { to: { type: 'string' }, 'token-file': { type: 'string' } } as const;

export const serverHelp = [
  '--to URL            the console; TESSERA_MODULE_SERVER if left out',
  '--token-file FILE   a file with a token of the publisher; TESSERA_MODULE_TOKEN if left out',
];

/** Opens the connection that the options name, as a publisher. */
export async function connect(
  { to, 'token-file': tokenFile }: { to?: string; 'token-file'?: string },
  { env, cwd, pauses }: Context,
): Promise<Connection> {
  const address = readAddress(to, env);
  return new Connection({ address, token: await readToken(tokenFile, env, cwd), pauses });
}

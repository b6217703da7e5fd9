import { usageError } from '../failure.ts';

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Reads the address of an installation from `--to` or TESSERA_MODULE_SERVER. Anything but a local address must be https,
 * because a token is sent there.
 */
export function readAddress(to: string | undefined, env: NodeJS.ProcessEnv): URL {
  const text = to ?? env.TESSERA_MODULE_SERVER;
  if (!text) throw usageError('Name the console with --to URL');
  if (!/^https?:/.test(text) || !URL.canParse(text)) throw usageError(`${text} is no address of a console`);
  const address = new URL(text);
  if (address.protocol === 'http:' && !loopback.test(address.hostname))
    throw usageError(`${text} must begin with https://, since a token is sent there`);
  return new URL(address.origin);
}

import { addressesOf } from '../database/hosts';
import { parseNetwork } from '../http/networks';

/** Typed reads of environment variables that collect what is wrong rather than stop at the first. */
export function readers(env: NodeJS.ProcessEnv) {
  const failures: string[] = [];
  const fail = (message: string) => void failures.push(message);
  const text = (name: string): string | null => env[name]?.trim() || null;
  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);

  const secret = (name: string, min: number, required = false): string | null => {
    const value = text(name);
    if (!value && required) fail(`${name} is required`);
    if (value && value.length < min) fail(`${name} must have at least ${min} characters`);
    return value;
  };
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    fail(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
    return fallback;
  };
  const choice = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = text(name);
    if (value === null) return fallback;
    const found = values.find((one) => one === value);
    if (!found) fail(`${name} must be one of ${values.join(', ')}, not "${value}"`);
    return found ?? fallback;
  };
  /** The value isn't shown: an address may hold a password. */
  const url = (name: string, protocols: string[], required = false): string | null => {
    const value = text(name);
    if (!value && required) fail(`${name} is required`);
    if (value && !protocols.includes(URL.parse(value)?.protocol ?? '')) {
      fail(`${name} must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`);
    }
    return value;
  };
  /** The address of a database, which may name several hosts. */
  const database = (name: string, required = false): string | null => {
    const value = text(name);
    if (!value && required) fail(`${name} is required`);
    if (value && !addressesOf(value))
      fail(
        `${name} must be an address that begins with postgres:// or postgresql://, with hosts separated by commas and no target_session_attrs but read-write or any`,
      );
    return value;
  };
  const origins = (name: string): string[] =>
    list(name).map((value) => {
      const parsed = URL.parse(value);
      if (!parsed || !/^https?:$/.test(parsed.protocol))
        fail(`${name} must be http or https origins, not "${value}"`);
      return parsed?.origin ?? value;
    });
  /** Host names, each optionally with a port, `*.` for all subdomains; null when the list is empty. */
  const hosts = (name: string): string[] | null => {
    const values = list(name).map((value) => value.toLowerCase());
    for (const value of values) {
      if (!/^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/.test(value))
        fail(`${name} must be host names, not "${value}"`);
    }
    return values.length > 0 ? values : null;
  };
  const networks = (name: string): string[] => {
    const values = list(name);
    for (const value of values) {
      if (!parseNetwork(value)) fail(`${name} must be addresses or CIDR networks, not "${value}"`);
    }
    return values;
  };
  return { failures, fail, text, list, secret, integer, choice, url, database, origins, hosts, networks };
}

export type Readers = ReturnType<typeof readers>;

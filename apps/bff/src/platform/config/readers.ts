import { readFileSync } from 'node:fs';
import { addressesOf, attributesOf } from '../database/hosts';
import { parseNetwork } from '../http/networks';
import { serverSettings } from './catalogue';
import { isSecret, type Setting } from './setting';

/** Names of the settings that can be read from a file. */
export const secretNames: readonly string[] = Object.entries(serverSettings)
  .filter(([, setting]) => isSecret(setting))
  .map(([name]) => name);

/**
 * Returns the environment with each `<NAME>_FILE` of a secret replaced by NAME with the file's content, without the white
 * space around it. Reports through `fail`, which never gets a content, a file that can't be read and a secret given twice.
 */
function readSecretFiles(env: NodeJS.ProcessEnv, fail: (message: string) => void): NodeJS.ProcessEnv {
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

type Catalogue = typeof serverSettings;
type Name = keyof Catalogue;
type NameOf<Kind extends Setting['kind']> = {
  [N in Name]: Catalogue[N]['kind'] extends Kind ? N : never;
}[Name];
type Text<N extends Name> = Catalogue[N] extends { default: string } ? string : string | null;

/** Typed reads of the catalogue's settings that collect what is wrong rather than stop at the first. */
export function readers(environment: NodeJS.ProcessEnv) {
  const failures: string[] = [];
  const fail = (message: string) => void failures.push(message);
  const env = readSecretFiles(environment, fail);
  const value = (name: Name): string | null => env[name]?.trim() || null;

  const text = <N extends NameOf<'text'>>(name: N): Text<N> => {
    const setting: Setting & { kind: 'text' } = serverSettings[name];
    return (value(name) ?? setting.default ?? null) as Text<N>;
  };
  const list = (name: NameOf<'list' | 'origins' | 'hosts' | 'networks'>): string[] =>
    (value(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);

  const secret = (name: NameOf<'secret'>, isRequired?: boolean): string | null => {
    const setting: Setting & { kind: 'secret' } = serverSettings[name];
    const found = value(name);
    if (!found && (isRequired ?? setting.required)) fail(`${name} is required`);
    if (found && found.length < setting.minLength)
      fail(`${name} must have at least ${setting.minLength} characters`);
    return found;
  };
  const integer = (name: NameOf<'integer'>): number => {
    const { min, max, default: fallback } = serverSettings[name];
    const found = value(name);
    if (found === null) return fallback;
    const number = Number(found);
    if (/^\d+$/.test(found) && number >= min && number <= max) return number;
    fail(`${name} must be a whole number from ${min} to ${max}, not "${found}"`);
    return fallback;
  };
  const oneOf = (name: Name, values: readonly string[], fallback: string): string => {
    const found = value(name) ?? fallback;
    if (values.includes(found)) return found;
    fail(`${name} must be one of ${values.join(', ')}, not "${found}"`);
    return fallback;
  };
  const choice = <N extends NameOf<'choice'>>(name: N): Catalogue[N]['values'][number] => {
    const setting: Setting & { kind: 'choice' } = serverSettings[name];
    const inProduction = env.NODE_ENV === 'production' && setting.productionDefault;
    return oneOf(name, setting.values, inProduction || setting.default) as Catalogue[N]['values'][number];
  };
  const isOn = (name: NameOf<'switch'>): boolean =>
    oneOf(name, ['on', 'off'], serverSettings[name].default) === 'on';
  /** The value isn't shown: an address may hold a password. */
  const url = (name: NameOf<'url'>): string | null => {
    const setting: Setting & { kind: 'url' } = serverSettings[name];
    const found = value(name);
    if (!found && setting.required) fail(`${name} is required`);
    if (found && !setting.protocols.includes(URL.parse(found)?.protocol ?? '')) {
      fail(
        `${name} must be an address that begins with ${setting.protocols.map((one) => `${one}//`).join(' or ')}`,
      );
    }
    return found;
  };
  /** The address of a database, which may name several hosts. */
  const database = (name: NameOf<'database'>): string | null => {
    const setting: Setting & { kind: 'database' } = serverSettings[name];
    const found = value(name);
    if (!found && setting.required) fail(`${name} is required`);
    const { of = 'primary' } = setting;
    if (found && !addressesOf(found, of))
      fail(
        `${name} must be an address that begins with postgres:// or postgresql://, with hosts separated by commas and no target_session_attrs but ${attributesOf[of].join(' or ')}`,
      );
    return found;
  };
  const origins = (name: NameOf<'origins'>): string[] =>
    list(name).map((one) => {
      const parsed = URL.parse(one);
      if (!parsed || !/^https?:$/.test(parsed.protocol))
        fail(`${name} must be http or https origins, not "${one}"`);
      return parsed?.origin ?? one;
    });
  /** Host names, each optionally with a port, `*.` for all subdomains. */
  const hosts = (name: NameOf<'hosts'>): readonly string[] => {
    const values = list(name).map((one) => one.toLowerCase());
    for (const one of values) {
      if (!/^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/.test(one))
        fail(`${name} must be host names, not "${one}"`);
    }
    return values.length > 0 ? values : serverSettings[name].default;
  };
  const networks = (name: NameOf<'networks'>): string[] => {
    const values = list(name);
    for (const one of values) {
      if (!parseNetwork(one)) fail(`${name} must be addresses or CIDR networks, not "${one}"`);
    }
    return values;
  };
  return {
    failures,
    fail,
    text,
    list,
    secret,
    integer,
    choice,
    isOn,
    url,
    database,
    origins,
    hosts,
    networks,
  };
}

export type Readers = ReturnType<typeof readers>;

import { createSecretKey, type KeyObject } from 'node:crypto';
import { ConfigError } from '../config/config';

/** The keys that wrap data keys, by id; `current` seals, the others only open. */
export type KeyRing = { current: string; keys: ReadonlyMap<string, KeyObject> };

const KEY_BYTES = 32;

/**
 * Parses `SEALING_KEYS`: `id:base64 of 32 bytes`, comma-separated, the current key first. To rotate, put a new key in front and
 * keep the old ones until nothing is sealed with them. Throws `ConfigError` without the text of a key.
 */
export function parseKeyRing(text: string): KeyRing {
  const keys = new Map<string, KeyObject>();
  for (const part of text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)) {
    const [, id, encoded] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(part) ?? [];
    const key = encoded ? Buffer.from(encoded, 'base64') : Buffer.alloc(0);
    if (!id || key.length !== KEY_BYTES) {
      throw new ConfigError('SEALING_KEYS must be comma-separated id:key pairs, each key 32 bytes as base64');
    }
    if (keys.has(id)) throw new ConfigError(`SEALING_KEYS names the key ${id} twice`);
    keys.set(id, createSecretKey(key));
  }
  const [current] = keys.keys();
  if (!current) throw new ConfigError('SEALING_KEYS must name at least one key');
  return { current, keys };
}

import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Config, ConfigError } from '../config/config';

/** The keys that wrap data keys, by id; `current` seals, the others only open. */
type KeyRing = { current: string; keys: ReadonlyMap<string, KeyObject> };

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

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts by AES-256-GCM; returns nonce, tag and ciphertext as base64. Decryption needs the same associated data `bound`. */
function encrypt(key: KeyObject, plain: Buffer, bound: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The plain bytes; throws for another key, other associated data or a changed text. */
function decrypt(key: KeyObject, text: string, bound: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(bound))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/** The row that sealed fields belong to; they open in no other row. `realm` is 0 for what belongs to a user. */
export type SealedLocation = { table: string; row: number; realm: number };

/** A row's sealed fields, as its `secrets` column stores them. `hints` holds what may be shown of them. */
export type Sealed = {
  key: string;
  data_key: string;
  fields: Record<string, string>;
  hints: Record<string, string>;
};

/** What a response shows of a write-only field. */
export type Mask = { set: boolean; hint: string | null };

/** The associated data that binds a ciphertext to its column. */
const bind = ({ table, row, realm }: SealedLocation, column: string) =>
  JSON.stringify([table, row, column, realm]);

/** The column that the wrapped data key is bound to; no real column has an empty name. */
const KEY_COLUMN = '';

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'data_key' in value && 'fields' in value;

/**
 * Seals secrets at rest: AES-256-GCM under a data key per row, which is wrapped by the key of `SEALING_KEYS` that the row
 * names. Table, row, column and realm are bound as associated data.
 */
@Injectable()
export class Sealing {
  private readonly ring: KeyRing;

  constructor(@Inject(Config) config: Pick<Config, 'sealingKeys'>) {
    this.ring = parseKeyRing(config.sealingKeys);
  }

  /**
   * Applies changes to a row's sealed fields: text sets a field, null clears it, undefined leaves it. All fields are sealed
   * again under a new data key and the current key, so that every write also rotates the key.
   */
  seal(
    location: SealedLocation,
    changes: Record<string, string | null | undefined>,
    current?: unknown,
  ): Sealed | Record<string, never> {
    const fields = new Map(Object.entries(this.open(location, current)));
    for (const [column, value] of Object.entries(changes)) {
      if (value === null || value === '') fields.delete(column);
      else if (value !== undefined) fields.set(column, value);
    }
    if (fields.size === 0) return {};
    const dataKey = randomBytes(32);
    const sealed: Sealed = { key: this.ring.current, data_key: '', fields: {}, hints: {} };
    sealed.data_key = encrypt(this.wrappingKey(sealed.key), dataKey, bind(location, KEY_COLUMN));
    const fieldKey = createSecretKey(dataKey);
    for (const [name, value] of fields) {
      sealed.fields[name] = encrypt(fieldKey, Buffer.from(value, 'utf8'), bind(location, name));
      const hint = name === 'card' ? cardHint(value) : null;
      if (hint) sealed.hints[name] = hint;
    }
    return sealed;
  }

  /** The plain fields; throws when they were sealed for another row or with a key that isn't configured. */
  open(location: SealedLocation, sealed: unknown): Record<string, string> {
    if (!isSealed(sealed)) return {};
    const dataKey = createSecretKey(
      decrypt(this.wrappingKey(sealed.key), sealed.data_key, bind(location, KEY_COLUMN)),
    );
    return Object.fromEntries(
      Object.entries(sealed.fields).map(([name, text]) => [
        name,
        decrypt(dataKey, text, bind(location, name)).toString('utf8'),
      ]),
    );
  }

  /** The id of the key that seals. */
  get currentKey(): string {
    return this.ring.current;
  }

  /** The ids of all keys; the first one seals. */
  get keyIds(): readonly string[] {
    return [...this.ring.keys.keys()];
  }

  /** Wraps the data key by the current key and leaves the fields as they are. Throws as `open` does. */
  rewrap(location: SealedLocation, sealed: Sealed): Sealed {
    this.open(location, sealed);
    const bound = bind(location, KEY_COLUMN);
    const dataKey = decrypt(this.wrappingKey(sealed.key), sealed.data_key, bound);
    const key = this.ring.current;
    return { ...sealed, key, data_key: encrypt(this.wrappingKey(key), dataKey, bound) };
  }

  private wrappingKey(id: string): KeyObject {
    const key = this.ring.keys.get(id);
    if (!key) throw new Error(`SEALING_KEYS no longer holds the key ${id}, which a row is sealed with`);
    return key;
  }
}

/** Whether a field is set and what may be shown of it, without decrypting it. */
export function maskOf(sealed: unknown, column: string): Mask {
  if (!isSealed(sealed) || !Object.hasOwn(sealed.fields, column)) return { set: false, hint: null };
  return { set: true, hint: sealed.hints[column] ?? null };
}

/** The last four digits of a payment token or card label; null when it doesn't end in four digits. */
function cardHint(value: string): string | null {
  const [, digits] = /(\d{4})\W*$/.exec(value) ?? [];
  return digits ? `•••• ${digits}` : null;
}

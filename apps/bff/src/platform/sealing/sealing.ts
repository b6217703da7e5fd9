import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Config } from '../config/config';
import { decrypt, encrypt } from './cipher';
import { type KeyRing, parseKeyRing } from './key-ring';

/** Where sealed fields live; they open nowhere else. `realm`: 0 for what is a person's own. */
export type SealedLocation = { table: string; row: number; realm: number };

/** A row's sealed fields, as its `secrets` column keeps them. `hints` hold what may be shown of them. */
export type Sealed = {
  key: string;
  data_key: string;
  fields: Record<string, string>;
  hints: Record<string, string>;
};

/** What an answer says of a write-only field. */
export type Mask = { set: boolean; hint: string | null };

const bind = (place: SealedLocation, column: string) =>
  JSON.stringify([place.table, place.row, column, place.realm]);

/** The binding of the wrapped data key itself: no column has an empty name. */
const KEY_COLUMN = '';

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'data_key' in value && 'fields' in value;

/**
 * Seals secrets at rest: AES-256-GCM under a data key of the row's own, wrapped by a key of
 * `SEALING_KEYS` that the row names; table, row, column and realm are bound as associated data.
 */
@Injectable()
export class Sealing {
  private readonly ring: KeyRing;

  constructor(@Inject(Config) config: Pick<Config, 'sealingKeys'>) {
    this.ring = parseKeyRing(config.sealingKeys);
  }

  /**
   * The row's sealed fields with `changes` made: text sets, null clears, undefined leaves. All are sealed anew under
   * a fresh data key and the current key, so that a rotation reaches every row that is written.
   */
  seal(
    place: SealedLocation,
    changes: Record<string, string | null | undefined>,
    current?: unknown,
  ): Sealed | Record<string, never> {
    const fields = this.open(place, current);
    for (const [column, value] of Object.entries(changes)) {
      if (value === null || value === '') delete fields[column];
      else if (value !== undefined) fields[column] = value;
    }
    const names = Object.keys(fields);
    if (names.length === 0) return {};
    const dataKey = randomBytes(32);
    const sealed: Sealed = { key: this.ring.current, data_key: '', fields: {}, hints: {} };
    sealed.data_key = encrypt(this.wrappingKey(sealed.key), dataKey, bind(place, KEY_COLUMN));
    for (const name of names) {
      const value = fields[name] ?? '';
      sealed.fields[name] = encrypt(dataKey, Buffer.from(value, 'utf8'), bind(place, name));
      const hint = name === 'card' ? cardHint(value) : null;
      if (hint) sealed.hints[name] = hint;
    }
    return sealed;
  }

  /** The plain fields; throws when they were sealed for another place or with a key that is gone. */
  open(place: SealedLocation, sealed: unknown): Record<string, string> {
    if (!isSealed(sealed)) return {};
    const dataKey = decrypt(this.wrappingKey(sealed.key), sealed.data_key, bind(place, KEY_COLUMN));
    return Object.fromEntries(
      Object.entries(sealed.fields).map(([name, text]) => [
        name,
        decrypt(dataKey, text, bind(place, name)).toString('utf8'),
      ]),
    );
  }

  /** The keys' ids; the first one seals. */
  get keyIds(): readonly string[] {
    return [...this.ring.keys.keys()];
  }

  /** The same fields, of which the data key alone is wrapped anew, by the key that seals. Throws as `open` does. */
  rewrap(place: SealedLocation, sealed: Sealed): Sealed {
    this.open(place, sealed);
    const bound = bind(place, KEY_COLUMN);
    const dataKey = decrypt(this.wrappingKey(sealed.key), sealed.data_key, bound);
    const key = this.ring.current;
    return { ...sealed, key, data_key: encrypt(this.wrappingKey(key), dataKey, bound) };
  }

  private wrappingKey(id: string): Buffer {
    const key = this.ring.keys.get(id);
    if (!key) throw new Error(`SEALING_KEYS no longer holds the key ${id}, which a row is sealed with`);
    return key;
  }
}

/** Whether a field is set and what may be shown of it, without opening anything. */
export function maskOf(sealed: unknown, column: string): Mask {
  if (!isSealed(sealed) || !Object.hasOwn(sealed.fields, column)) return { set: false, hint: null };
  return { set: true, hint: sealed.hints[column] ?? null };
}

/** The last four digits of a payment token or card label; null when it doesn't end in four. */
function cardHint(value: string): string | null {
  const [, digits] = /(\d{4})\W*$/.exec(value) ?? [];
  return digits ? `•••• ${digits}` : null;
}

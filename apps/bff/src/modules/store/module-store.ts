import { createHash } from 'node:crypto';

/**
 * Holds the files of module releases by the SHA-256 of their content (lower-case hexadecimal). What it holds never
 * changes, so releases share files, and every server process may read and write it at the same time.
 *
 * A store doesn't promise that `read` gives the right bytes, since a disk or another program may change them: compare
 * them with their hash before they are passed on.
 */
export abstract class ModuleStore {
  /** Stores the bytes durably; throws when they don't have that hash. Storing what is there already repairs it. */
  abstract put(sha256: string, bytes: Buffer): Promise<void>;

  /** Those of the hashes that are stored, without a look at their content. */
  abstract has(sha256s: readonly string[]): Promise<Set<string>>;

  /** The bytes stored under the hash; null when there are none. */
  abstract read(sha256: string): Promise<Buffer | null>;

  /** The hashes of all stored files, in batches. Files that are stored or removed meanwhile may be among them or not. */
  abstract list(): AsyncIterable<string[]>;

  /** Removes what interrupted writes left behind a day ago or more. */
  abstract removePartial(): Promise<void>;

  /** Removes files, those that aren't there too. It has no effect any more once it has settled, even if it failed. */
  abstract remove(sha256s: readonly string[]): Promise<void>;
}

/** The SHA-256 of the bytes in lower-case hexadecimal, the name that a store has them under. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Whether it is a SHA-256 in lower-case hexadecimal. */
export const isSha256 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Throws unless it is a SHA-256 in lower-case hexadecimal, so that no name leads out of a store. */
export function assertSha256(sha256: string): void {
  if (!isSha256(sha256)) throw new Error('The name of a stored file must be a SHA-256');
}

/** Throws unless the bytes have the hash. */
export function assertContent(sha256: string, bytes: Buffer): void {
  assertSha256(sha256);
  if (sha256Of(bytes) !== sha256) throw new Error(`The file to store doesn't have the hash ${sha256}`);
}

/** Throws the first failure. */
export function throwFirst(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

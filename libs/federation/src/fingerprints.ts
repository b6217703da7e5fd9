import { ModuleFailure } from './failure';

declare global {
  /**
   * Absolute address → SRI value of each file of the verified releases. Read by the chunk loaders of the modules
   * (webpack/integrity-plugin.mjs) and by the shell's policy for script addresses.
   */
  var __tesseraIntegrity: Readonly<Record<string, string>> | undefined;
  /** The origins of modules under development, whose files change with each save and have no fingerprints. */
  var __tesseraLocalOrigins: ReadonlySet<string> | undefined;
}

const localOrigins = new Set<string>();
/** The folders of verified releases. */
const verifiedFolders = new Set<string>();

const isFingerprint = (value: unknown): value is string =>
  typeof value === 'string' && /^sha256-[A-Za-z0-9+/]{43}=$/.test(value);

/**
 * Returns an SRI value. Browsers ignore a malformed one, and would then run whatever is there.
 *
 * @throws ModuleFailure INTEGRITY for anything else than a SHA-256
 */
export function requireFingerprint(file: string, value: string | null | undefined): string {
  if (isFingerprint(value)) return value;
  throw new ModuleFailure('INTEGRITY', `${file} has no published fingerprint`);
}

/**
 * Records the files of a verified release. Entries never change: a release's files don't.
 *
 * @param folder absolute address, with a slash at the end
 * @throws ModuleFailure INTEGRITY for a file outside of the folder, and for one without a fingerprint
 */
export function recordRelease(folder: string, files: Readonly<Record<string, string>>): void {
  const entries = Object.entries(files).map(([file, value]) => {
    const address = new URL(file, folder).href;
    if (!address.startsWith(folder)) throw new ModuleFailure('INTEGRITY', `${file} is outside of the module`);
    const fingerprint = requireFingerprint(file, value);
    const known = getFingerprint(address);
    if (known && known !== fingerprint)
      throw new ModuleFailure('INTEGRITY', `${file} had another fingerprint before`);
    return [address, fingerprint] as const;
  });
  const recorded = integrityMap();
  for (const [address, value] of entries)
    if (!Object.hasOwn(recorded, address))
      Object.defineProperty(recorded, address, { value, enumerable: true });
  verifiedFolders.add(folder);
}

/** Records the origin of a module under development. */
export function recordLocalOrigin(address: string): void {
  localOrigins.add(new URL(address).origin);
  // A copy, so that the page's scripts can't add to this one.
  Object.defineProperty(globalThis, '__tesseraLocalOrigins', {
    value: new Set(localOrigins),
    configurable: true,
  });
}

/** The SRI value of a file of a verified release; undefined for any other file. */
export const getFingerprint = (address: string): string | undefined => {
  const recorded = integrityMap();
  const absolute = new URL(address, document.baseURI).href;
  return Object.hasOwn(recorded, absolute) ? recorded[absolute] : undefined;
};

/** Whether a file comes from the origin of a module under development. */
export const isLocalFile = (address: string): boolean =>
  localOrigins.has(new URL(address, document.baseURI).origin);

/** Whether a file is below the folder of a verified release, listed or not. */
export function isReleaseFile(address: string): boolean {
  const absolute = new URL(address, document.baseURI).href;
  return [...verifiedFolders].some((folder) => absolute.startsWith(folder));
}

function integrityMap(): Readonly<Record<string, string>> {
  if (!globalThis.__tesseraIntegrity)
    Object.defineProperty(globalThis, '__tesseraIntegrity', { value: Object.create(null) as object });
  return globalThis.__tesseraIntegrity ?? {};
}

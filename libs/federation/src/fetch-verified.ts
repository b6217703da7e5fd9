import { toBase64 } from './bytes';
import { ModuleFailure } from './failure';

/** How long finding out about a failure may take. */
const diagnosisMs = 5_000;

/**
 * Fetches a file and verifies its fingerprint. The browser computes the hash (`integrity` of fetch), as it does for scripts
 * and stylesheets, so that these then come verified from the HTTP cache.
 *
 * @param integrity the SRI value; null for a file under development, which is not verified
 * @throws ModuleFailure NETWORK or INTEGRITY
 */
export async function fetchVerified(
  url: string,
  integrity: string | null,
  options: RequestInit,
): Promise<Response> {
  const file = fileName(url);
  let response: Response;
  try {
    response = await fetch(url, integrity ? { ...options, integrity } : options);
  } catch (cause) {
    if (options.signal?.aborted || !integrity) throw unreachable(file, cause);
    response = await fetchAndCompare(url, integrity, cause);
  }
  if (!response.ok) throw new ModuleFailure('NETWORK', `${file} answered ${response.status}`);
  return response;
}

/**
 * Finds out why a part of a module could not be loaded: fetches it again, bypassing the HTTP cache.
 *
 * @returns the failure; NETWORK also when the file can be fetched now
 */
export async function diagnoseFile(
  url: string,
  integrity: string | undefined,
  cause: unknown,
): Promise<ModuleFailure> {
  try {
    const response = await fetchAndCompare(url, integrity ?? null, cause);
    if (!response.ok) return new ModuleFailure('NETWORK', `${fileName(url)} answered ${response.status}`);
    return new ModuleFailure('NETWORK', 'A part of it could not be fetched', { cause });
  } catch (failure) {
    return failure as ModuleFailure;
  }
}

/** The last part of an address's path. */
const fileName = (url: string): string => new URL(url, document.baseURI).pathname.split('/').at(-1) ?? url;

/**
 * Fetches a file without `integrity` and compares it here: fetch reports a changed file, a missing one and a broken
 * connection alike.
 */
async function fetchAndCompare(url: string, integrity: string | null, cause: unknown): Promise<Response> {
  let response: Response;
  let bytes: ArrayBuffer;
  try {
    // `reload` also replaces what the HTTP cache holds.
    response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(diagnosisMs) });
    bytes = await response.arrayBuffer();
  } catch {
    throw unreachable(fileName(url), cause);
  }
  if (!response.ok || integrity === null) return response;
  if (`sha256-${toBase64(await sha256(new Uint8Array(bytes)))}` === integrity) return new Response(bytes);
  throw new ModuleFailure('INTEGRITY', `${fileName(url)} does not match its published fingerprint`, {
    cause,
  });
}

const unreachable = (file: string, cause: unknown) =>
  new ModuleFailure('NETWORK', `${file} could not be fetched`, { cause });

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Pages over plain http have no Web Crypto.
  const native = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (native) return new Uint8Array(await native.digest('SHA-256', bytes));
  return (await import('./crypto-fallback')).sha256(bytes);
}

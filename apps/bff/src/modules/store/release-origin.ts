import {
  manifestFile,
  releaseLimits,
  type ReleaseSignature,
  signatureFile,
} from '@tessera/domain/module-release';

/** Longest that one request may take. */
const TIMEOUT_MS = 10_000;

/** A module.json and its signature at an http address. */
export type SignedManifest = { manifestText: string; signature: string; keyId: string };

/** Fetches a module.json and the module.sig.json beside it. Throws when one can't be had, or the release isn't signed. */
export async function fetchManifest(location: string): Promise<SignedManifest> {
  const manifest = await fetchBytes(location, releaseLimits.manifestBytes);
  const text = (await fetchBytes(new URL(signatureFile, location).href, 4096)).toString();
  const { key, signature } = JSON.parse(text) as Partial<ReleaseSignature>;
  if (typeof key !== 'string' || typeof signature !== 'string')
    throw new Error(`${signatureFile} holds no signature`);
  return { manifestText: manifest.toString(), signature, keyId: key };
}

/** Fetches a file of the release whose module.json is at the location. */
export const fetchReleaseFile = (location: string, file: string): Promise<Buffer> =>
  fetchBytes(new URL(file, location).href, releaseLimits.fileBytes);

/** Throws unless it is the address of a module.json on one of the origins. */
export function assertAllowedOrigin(location: string, origins: readonly string[]): void {
  const { origin, pathname } = new URL(location);
  if (!origins.includes(origin)) throw new Error(`${origin} is not among MODULE_ORIGINS`);
  if (!pathname.endsWith(`/${manifestFile}`)) throw new Error(`It must be the address of a ${manifestFile}`);
}

/** A redirect is a failure, since it could lead to another origin. */
async function fetchBytes(address: string, maxBytes: number): Promise<Buffer> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`${address} answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${address} has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

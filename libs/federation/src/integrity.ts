import { ModuleFailure } from './failure';

/** The parts of mf-manifest.json that are read here; `fingerprints` is added by webpack/release-plugin.mjs. */
interface Manifest {
  metaData?: { remoteEntry?: { name: string; path: string } };
  exposes?: { assets: { js: { sync: string[] } } }[];
  /** File → SRI sha384. */
  fingerprints?: Record<string, string>;
}

declare global {
  /** Absolute script address → SRI value; read by each remote's chunk loader (webpack/integrity-plugin.mjs). */
  var __tesseraIntegrity: Record<string, string> | undefined;
}

/** The integrity value of a module under development, which is not checked. */
const unchecked = 'unchecked';

/** Scripts that failed and may be broken in the browser's cache; the next attempt bypasses the cache for them. */
const failedScripts = new Set<string>();

/**
 * Fetches a release's manifest and its first scripts, and verifies their fingerprints before any of them runs. Returns the
 * manifest's text. The scripts then run from the HTTP cache, verified again by the browser; fetching them first allows a
 * hanging request to be aborted.
 *
 * The browser computes the hashes (`integrity` of fetch), because Web Crypto is not available over plain http.
 *
 * @param fresh whether to bypass the HTTP cache, which may hold what failed before
 * @throws ModuleFailure NETWORK or INTEGRITY_MISMATCH
 */
export async function fetchRelease(
  url: string,
  integrity: string,
  fresh: boolean,
  signal: AbortSignal,
): Promise<string> {
  const checked = integrity !== unchecked;
  const cache = fresh || !checked ? 'reload' : 'default';
  const text = await (await fetchVerified(url, checked ? integrity : null, { signal, cache })).text();
  const manifest = JSON.parse(text) as Manifest;
  const base = new URL(url, document.baseURI);
  const fingerprints = (globalThis.__tesseraIntegrity ??= {});
  for (const [file, value] of Object.entries(manifest.fingerprints ?? {}))
    fingerprints[new URL(file, base).href] = value;

  const stale = [...failedScripts].filter((script) => script.startsWith(new URL('.', base).href));
  const scripts = new Set([...firstScripts(manifest).map((file) => new URL(file, base).href), ...stale]);
  await Promise.all(
    [...scripts].map(async (script) => {
      await (await fetchVerified(script, getFingerprint(script) ?? null, { signal, cache })).arrayBuffer();
      failedScripts.delete(script);
    }),
  );
  return text;
}

/** The SRI value of a script from a verified manifest, if any. */
export const getFingerprint = (scriptUrl: string): string | undefined =>
  globalThis.__tesseraIntegrity?.[new URL(scriptUrl, document.baseURI).href];

/** Finds out why a script could not be loaded; the module's next attempt bypasses the cache for it. */
export async function diagnoseScript(url: string, cause: unknown): Promise<ModuleFailure> {
  failedScripts.add(url);
  try {
    await fetchVerified(url, getFingerprint(url) ?? null, { cache: 'no-store' });
    return new ModuleFailure('NETWORK', 'A part of it could not be fetched', { cause });
  } catch (failure) {
    return failure as ModuleFailure;
  }
}

function firstScripts({ metaData, exposes = [] }: Manifest): string[] {
  const entry = metaData?.remoteEntry;
  return [...(entry ? [entry.path + entry.name] : []), ...exposes.flatMap(({ assets }) => assets.js.sync)];
}

async function fetchVerified(url: string, integrity: string | null, options: RequestInit): Promise<Response> {
  const file = new URL(url, document.baseURI).pathname.split('/').at(-1);
  let response: Response;
  try {
    response = await fetch(url, integrity ? { ...options, integrity } : options);
  } catch (cause) {
    if (integrity && (await exists(url, options.signal ?? null))) {
      throw new ModuleFailure('INTEGRITY_MISMATCH', `${file} does not match its published fingerprint`, {
        cause,
      });
    }
    throw new ModuleFailure('NETWORK', `${file} could not be fetched`, { cause });
  }
  if (!response.ok) throw new ModuleFailure('NETWORK', `${file} answered ${response.status}`);
  return response;
}

/** Whether a file exists: fetch with `integrity` reports a changed file and a missing one alike. */
async function exists(url: string, signal: AbortSignal | null): Promise<boolean> {
  try {
    return (await fetch(url, { signal, cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

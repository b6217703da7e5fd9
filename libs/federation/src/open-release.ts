import { entryFile, manifestFile, releaseFormat, type ReleaseManifest } from '@tessera/domain/module-release';
import type { ModulePublisher, ModuleRelease } from './contract';
import { ModuleFailure } from './failure';
import { fetchVerified } from './fetch-verified';
import { getFingerprint, recordLocalOrigin, recordRelease, requireFingerprint } from './fingerprints';
import { isSignedBy } from './signature';

/** A release whose first files have been fetched and verified. */
export interface OpenedRelease {
  /** The absolute address of its federation manifest. */
  entryUrl: string;
  /** The federation manifest's text. */
  entryText: string;
}

/** Scripts get their fingerprint on their elements; the others are fetched by nothing, or by development tools alone. */
const notPrefetched = /\.(?:m?js|map|br|gz|txt|html|json)$/;

/** Scripts that failed and may be broken in the browser's cache; the next attempt bypasses the cache for them. */
const failedScripts = new Set<string>();

/** Has the next attempt fetch a script again. */
export const markFailedScript = (url: string): void => void failedScripts.add(url);

/**
 * Fetches a release's module.json, verifies its fingerprint and signature, and then fetches the federation manifest, the
 * first scripts and every stylesheet and asset, each verified, before any script runs. The scripts then run from the HTTP
 * cache, verified again by the browser; fetching them first allows a hanging request to be aborted.
 *
 * @param publishers the keys that may sign modules
 * @param fresh whether to bypass the HTTP cache, which may hold what failed before
 * @throws ModuleFailure any reason but CRASHED
 */
export async function openRelease(
  release: ModuleRelease,
  publishers: readonly ModulePublisher[],
  fresh: boolean,
  signal: AbortSignal,
): Promise<OpenedRelease> {
  const folder = releaseFolder(release);
  const entryUrl = new URL(entryFile, folder).href;
  if (release.channel === 'local') {
    recordLocalOrigin(folder);
    const response = await fetchVerified(entryUrl, null, { signal, cache: 'no-store' });
    return { entryUrl, entryText: await response.text() };
  }

  const cache = fresh ? 'reload' : 'default';
  const integrity = requireFingerprint(manifestFile, release.integrity);
  const manifestUrl = new URL(manifestFile, folder).href;
  const manifestText = await (await fetchVerified(manifestUrl, integrity, { signal, cache })).text();
  await requireSignature(release, publishers, manifestText);
  const manifest = parseManifest(release, manifestText);
  recordRelease(folder, manifest.files);

  const fetchFile = async (address: string): Promise<Response> => {
    const fingerprint = requireFingerprint(address.slice(folder.length), getFingerprint(address));
    return fetchVerified(address, fingerprint, { signal, cache });
  };
  const others = Object.keys(manifest.files).filter((file) => !notPrefetched.test(file));
  const stale = [...failedScripts].filter((script) => script.startsWith(folder));
  const addresses = [...manifest.first, ...others].map((file) => new URL(file, folder).href);
  const [entryText] = await Promise.all([
    fetchFile(entryUrl).then((response) => response.text()),
    ...[...new Set([...addresses, ...stale])].map(async (address) => {
      await (await fetchFile(address)).arrayBuffer();
      failedScripts.delete(address);
    }),
  ]);
  return { entryUrl, entryText };
}

/**
 * The absolute address of a release's folder.
 *
 * @throws ModuleFailure INTEGRITY for another origin than the console's, or than this computer for a local module
 */
export function releaseFolder({ base_url: baseUrl, channel }: ModuleRelease): string {
  const url = URL.canParse(baseUrl, location.origin) ? new URL(baseUrl, location.origin) : null;
  const isAllowed = channel === 'local' ? url && isDevelopmentServer(url) : url?.origin === location.origin;
  if (!url || !isAllowed || url.search || url.hash || !url.pathname.endsWith('/'))
    throw new ModuleFailure('INTEGRITY', `Modules may not be loaded from ${baseUrl}`);
  return url.href;
}

const isDevelopmentServer = ({ protocol, hostname, pathname, origin }: URL): boolean =>
  protocol === 'http:' &&
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname) &&
  pathname === '/' &&
  origin !== location.origin;

async function requireSignature(
  { name, key, signature }: ModuleRelease,
  publishers: readonly ModulePublisher[],
  manifestText: string,
): Promise<void> {
  if (!key || !signature) throw new ModuleFailure('SIGNATURE', 'It is not signed');
  const publisher = publishers.find((one) => one.key === key);
  if (!publisher) throw new ModuleFailure('SIGNATURE', `It is signed with the unknown key ${key}`);
  if (!publisher.modules.includes(name))
    throw new ModuleFailure('SIGNATURE', `The key ${key} may not sign ${name}`);
  if (!(await isSignedBy(publisher.public_key, signature, manifestText)))
    throw new ModuleFailure('SIGNATURE', `${manifestFile} does not match its signature`);
}

function parseManifest({ name, version }: ModuleRelease, manifestText: string): ReleaseManifest {
  const manifest = JSON.parse(manifestText) as ReleaseManifest;
  if ((manifest.format as number) !== releaseFormat)
    throw new ModuleFailure('INCOMPATIBLE', `${manifestFile} has the unknown format ${manifest.format}`);
  if (manifest.name !== name || manifest.version !== version)
    throw new ModuleFailure(
      'SIGNATURE',
      `${manifestFile} is signed for ${manifest.name} ${manifest.version}, not for ${name} ${version}`,
    );
  return manifest;
}

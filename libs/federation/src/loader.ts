import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { entryFile } from '@tessera/domain/module-release';
import { containerName, type ModulePublisher, type ModuleRelease, type RemoteDefinition } from './contract';
import { createLink, createScript, type TrustScript } from './elements';
import { ModuleFailure } from './failure';
import { isLocalFile, isReleaseFile } from './fingerprints';
import { openRelease, releaseFolder } from './open-release';
import { collectScriptErrors, toModuleFailure } from './script-errors';
import { loadTimeMs, timeoutFailure } from './time-limits';

/** The part of the federation runtime that the loader needs. */
export interface FederationRuntime {
  registerRemotes: typeof registerRemotes;
  loadRemote: typeof loadRemote;
  registerPlugins: typeof registerPlugins;
}

/**
 * Loads a release's definition; `again`, after a failure, bypasses the HTTP cache. Rejects with a ModuleFailure.
 */
export type LoadModule = (release: ModuleRelease, again: boolean) => Promise<RemoteDefinition>;

export interface LoaderOptions {
  /** The keys that may sign modules, read at each load. */
  getPublishers: () => readonly ModulePublisher[];
  /** The page's policy for the addresses of scripts; none unless given. */
  trustScript?: TrustScript;
  timeoutMs?: number;
  runtime?: FederationRuntime;
}

/**
 * Creates a loader with a timeout: the federation runtime itself waits forever for a server that accepts the connection and
 * never responds.
 */
export function createLoader({
  getPublishers,
  trustScript = (address) => address,
  timeoutMs = loadTimeMs,
  runtime = { registerRemotes, loadRemote, registerPlugins },
}: LoaderOptions): LoadModule {
  const verified = new Map<string, string>();
  const registered = new Set<string>();
  collectScriptErrors((address) => isReleaseFile(address) || isLocalFile(address));
  runtime.registerPlugins([
    {
      name: 'tessera-verified',
      // The runtime gets the verified text instead of fetching the manifest again.
      fetch: (url) => {
        const text = verified.get(url);
        return Promise.resolve(text === undefined ? new Response(null, { status: 404 }) : new Response(text));
      },
      createScript: ({ url }) => createScript(url, trustScript),
      createLink: ({ url, attrs }) => createLink(url, attrs ?? {}),
    },
  ]);

  return async (release, again) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const timedOut = new Promise<never>((_, reject) => {
      timeout.addEventListener('abort', () => reject(timeoutFailure(timeoutMs)));
    });
    try {
      return await Promise.race([timedOut, load(release, again, timeout)]);
    } catch (error) {
      if (timeout.aborted) dropUnfinishedScripts(releaseFolder(release));
      throw error;
    }
  };

  async function load(
    release: ModuleRelease,
    again: boolean,
    signal: AbortSignal,
  ): Promise<RemoteDefinition> {
    const { entryUrl, entryText } = await openRelease(release, getPublishers(), again, signal);
    signal.throwIfAborted();
    const container = containerName(release.name);
    requireScriptContainer(container, entryText);
    verified.set(entryUrl, entryText);
    runtime.registerRemotes([{ name: container, entry: entryUrl }], { force: registered.has(container) });
    registered.add(container);
    let exposed: { default?: RemoteDefinition } | null;
    try {
      exposed = await runtime.loadRemote<{ default?: RemoteDefinition }>(`${container}/remote`);
    } catch (error) {
      throw await toModuleFailure(error);
    }
    if (!exposed?.default) throw new ModuleFailure('CRASHED', 'It exposes no pages');
    return exposed.default;
  }
}

/** The parts of mf-manifest.json that decide how the federation runtime loads a container. */
interface FederationManifest {
  metaData?: { globalName?: string; publicPath?: string; remoteEntry?: { type?: string } };
}

/**
 * Refuses a container that would be imported as a module, without `integrity`, or from another folder.
 *
 * @throws ModuleFailure INCOMPATIBLE
 */
function requireScriptContainer(container: string, entryText: string): void {
  const { metaData } = JSON.parse(entryText) as FederationManifest;
  if (
    metaData?.globalName !== container ||
    metaData.publicPath !== 'auto' ||
    metaData.remoteEntry?.type !== 'global'
  )
    throw new ModuleFailure('INCOMPATIBLE', `${entryFile} describes no script container ${container}`);
}

/** Removes hanging scripts, which the next attempt would find and wait for. */
function dropUnfinishedScripts(folder: string): void {
  for (const script of document.querySelectorAll('script'))
    if (script.src.startsWith(folder)) script.remove();
}

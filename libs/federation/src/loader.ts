import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { containerName, type ModuleRelease, type RemoteDefinition } from './contract';
import { ModuleFailure } from './failure';
import { diagnoseScript, fetchRelease, getFingerprint } from './integrity';

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

/**
 * Creates a loader with a timeout: the federation runtime itself waits forever for a server that accepts the connection and
 * never responds.
 */
export function createLoader(
  timeoutMs = 10_000,
  runtime: FederationRuntime = { registerRemotes, loadRemote, registerPlugins },
): LoadModule {
  const verified = new Map<string, string>();
  const registered = new Set<string>();
  runtime.registerPlugins([
    {
      name: 'tessera-verified',
      // The runtime gets the verified text instead of fetching the manifest again.
      fetch: (url) => {
        const text = verified.get(url);
        return text === undefined ? undefined : Promise.resolve(new Response(text));
      },
      createScript: ({ url }) => createScript(url),
    },
  ]);

  return async (release, again) => {
    const url = new URL(release.manifest_url, document.baseURI).href;
    const timeout = AbortSignal.timeout(timeoutMs);
    const timedOut = new Promise<never>((_, reject) => {
      const failure = new ModuleFailure('TIMEOUT', `It did not answer within ${timeoutMs / 1000} seconds`);
      timeout.addEventListener('abort', () => reject(failure));
    });
    try {
      return await Promise.race([timedOut, load(release, url, again, timeout)]);
    } catch (error) {
      if (timeout.aborted) dropUnfinishedScripts(url);
      throw error;
    }
  };

  async function load(
    release: ModuleRelease,
    url: string,
    again: boolean,
    signal: AbortSignal,
  ): Promise<RemoteDefinition> {
    verified.set(url, await fetchRelease(url, release.integrity, again, signal));
    const container = containerName(release.name);
    runtime.registerRemotes([{ name: container, entry: url }], { force: registered.has(container) });
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

/** Classifies an error from loading or rendering a module. */
export async function toModuleFailure(error: unknown): Promise<ModuleFailure> {
  if (error instanceof ModuleFailure) return error;
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  if (!/ScriptNetworkError|ChunkLoadError|Loading (?:CSS )?chunk/.test(`${name} ${message}`)) {
    return new ModuleFailure('CRASHED', message, { cause: error });
  }
  const script = /https?:\/\/[^\s")]+\.js/.exec(message)?.[0];
  return script
    ? diagnoseScript(script, error)
    : new ModuleFailure('NETWORK', 'A part of it could not be fetched', { cause: error });
}

function createScript(url: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = url;
  const fingerprint = getFingerprint(url);
  if (fingerprint) script.integrity = fingerprint;
  if (new URL(url, document.baseURI).origin !== location.origin) script.crossOrigin = 'anonymous';
  return script;
}

/** Removes hanging scripts, which the next attempt would find and wait for. */
function dropUnfinishedScripts(manifestUrl: string): void {
  const folder = new URL('.', manifestUrl).href;
  for (const script of document.querySelectorAll('script'))
    if (script.src.startsWith(folder)) script.remove();
}

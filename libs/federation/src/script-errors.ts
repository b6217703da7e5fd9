import { findRefusal } from './elements';
import { ModuleFailure } from './failure';
import { diagnoseFile } from './fetch-verified';
import { getFingerprint, isReleaseFile } from './fingerprints';
import { markFailedScript } from './open-release';

/** What the browser reported for scripts that threw while they were evaluated, by address. */
const evaluationErrors = new Map<string, string>();

/** Collects the errors of modules' scripts, which the loaders of scripts don't pass on. Returns a function that stops it. */
export function collectScriptErrors(isModuleFile: (address: string) => boolean): () => void {
  const onError = ({ filename, message }: ErrorEvent) => {
    if (filename && isModuleFile(filename)) evaluationErrors.set(filename, message.replace(/^Uncaught /, ''));
  };
  window.addEventListener('error', onError);
  return () => window.removeEventListener('error', onError);
}

/** Classifies an error from loading or rendering a module. */
export async function toModuleFailure(error: unknown): Promise<ModuleFailure> {
  if (error instanceof ModuleFailure) return error;
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const refusal = findRefusal(message);
  if (refusal) return refusal;
  const text = `${name} ${message}`;
  if (!/Script(?:Network|Execution)Error|LinkNetworkError|ChunkLoadError|Loading (?:CSS )?chunk/.test(text))
    return new ModuleFailure('CRASHED', message, { cause: error });

  const script = /https?:\/\/[^\s")]+\.(?:js|css)/.exec(message)?.[0];
  const threw = script === undefined ? undefined : evaluationErrors.get(script);
  // webpack's word for a script that was loaded and didn't register its modules: it threw before.
  if (threw !== undefined || /ScriptExecutionError|\(missing: /.test(text)) {
    if (script) evaluationErrors.delete(script);
    return new ModuleFailure('CRASHED', threw ?? 'A script ended before it was complete', { cause: error });
  }
  if (/\(timeout: |timed out/.test(text))
    return new ModuleFailure('TIMEOUT', 'A part of it did not answer in time', { cause: error });
  if (!script) return new ModuleFailure('NETWORK', 'A part of it could not be fetched', { cause: error });

  const fingerprint = getFingerprint(script);
  if (fingerprint) markFailedScript(script);
  if (!fingerprint && isReleaseFile(script))
    return new ModuleFailure('INTEGRITY', `${script} is not among the files of the release`, {
      cause: error,
    });
  return diagnoseFile(script, fingerprint, error);
}

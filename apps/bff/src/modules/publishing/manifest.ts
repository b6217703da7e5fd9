import type { ReleaseManifest } from '@tessera/domain/module-release';
import { readManifest } from '@tessera/domain/module-rules';
import { invalid } from '../../platform/errors/api-error';

/** The content of a module.json; 400 that names each wrong field. */
export function parseManifest(text: string): ReleaseManifest {
  const { manifest, problems } = readManifest(text);
  if (manifest) return manifest;
  throw invalid(
    problems.map(({ field, message }) => ({ field: `manifest.${field}`, message, code: 'INVALID' })),
  );
}

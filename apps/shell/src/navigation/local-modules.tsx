import { StatusChip } from '@tessera/ui';
import { moduleTitle } from '../remotes/module-title';
import { useModules } from '../remotes/modules';
import { useTexts } from '../texts';

/** Shows that this browser loads modules from this computer, and which. */
export function LocalModules() {
  const t = useTexts();
  const { releases } = useModules();
  const names = releases
    .filter(({ channel }) => channel === 'local')
    .map((release) => moduleTitle(t, release));
  if (names.length === 0) return null;
  const label = t('localModules', { names: names.join(', ') });
  return (
    <span role="note" aria-label={label} title={label}>
      <StatusChip of="module" state="local" />
    </span>
  );
}

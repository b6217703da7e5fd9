import { Laptop } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { StatusChip, useSnackbar } from '@tessera/ui';
import { ButtonBase, IconButton, Popover } from '@tessera/ui/mui';
import { useHotReplacement } from '../remotes/hot-replacement';
import { moduleTitle } from '../remotes/module-title';
import { useModules } from '../remotes/modules';
import { type ActiveOverride, describeProblem, type Override, useOverrides } from '../remotes/overrides';
import { useRegistry } from '../remotes/registry-context';
import { useTexts } from '../texts';

const OverridesPanel = lazy(async () => ({
  default: (await import('../remotes/overrides-panel')).OverridesPanel,
}));

/** Says why overrides have no effect: the page's policy allows the request only after the reload that follows Add. */
function useProblemMessages(active: readonly ActiveOverride[]): void {
  const t = useTexts();
  const { show } = useSnackbar();
  const message = active
    .flatMap((override) => (override.problem ? [describeProblem(t, override, override.problem)] : []))
    .join(' ');
  useEffect(() => {
    if (message) show({ message, key: 'overrides', duration: 12_000 });
  }, [message, show]);
}

/** Shows that this browser loads modules from this computer, and which; for their developers, with a popover. */
export function LocalModules() {
  const t = useTexts();
  const overrides = useOverrides();
  const { active, isAllowed } = overrides;
  const { releases } = useModules();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useHotReplacement(useRegistry(), active.length > 0);
  useProblemMessages(active);
  if (!isAllowed) return null;

  const titleOf = ({ name }: Override) =>
    moduleTitle(t, releases.find((release) => release.name === name) ?? { name, title: name });
  const label =
    active.length > 0 ? t('localModules', { names: active.map(titleOf).join(', ') }) : t('overrides.open');
  const button = {
    'aria-label': label,
    'aria-haspopup': 'dialog',
    'aria-expanded': anchor !== null,
    title: label,
    onClick: ({ currentTarget }: { currentTarget: HTMLElement }) => setAnchor(currentTarget),
  } as const;
  return (
    <>
      {active.length > 0 ? (
        <ButtonBase {...button} sx={{ borderRadius: '6px', minHeight: 24 }}>
          <StatusChip of="module" state="local" />
        </ButtonBase>
      ) : (
        <IconButton {...button} sx={{ color: 'text.secondary' }}>
          <Laptop size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('overrides.title'),
            sx: { width: 420, maxWidth: 'calc(100vw - 32px)', minHeight: 120 },
          },
        }}
      >
        <Suspense>
          <OverridesPanel overrides={overrides} titleOf={titleOf} />
        </Suspense>
      </Popover>
    </>
  );
}

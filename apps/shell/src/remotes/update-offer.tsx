import { RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import type { ModuleRelease } from '@tessera/federation';
import { Box, Button, IconButton, styled } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { moduleTitle } from './module-title';
import { useModules } from './modules';
import { reloadPage, usePageReload } from './page-reload';
import { useReleasesInUse } from './registry-context';

const Strip = styled('div')(({ theme: { vars, typography, breakpoints } }) => ({
  ...typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  margin: '0 20px 8px',
  padding: '4px 4px 4px 12px',
  borderRadius: 8,
  backgroundColor: vars.palette.status.lapis.tint,
  color: vars.palette.text.primary,
  '& > svg': { flex: 'none', color: vars.palette.status.lapis.main },
  [breakpoints.down('md')]: { margin: '0 12px 8px' },
}));

const keyOf = ({ name, version }: ModuleRelease): string => `${name}@${version}`;

/** Offers to reload the page for new releases of the modules that it runs: once per release, and without losing input. */
export function UpdateOffer({ reload = reloadPage }: { reload?: () => void }) {
  const t = useTexts();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const { isWaiting, request, cancel } = usePageReload(reload);
  const releases = useNewReleases().filter((release) => !dismissed.includes(keyOf(release)));
  const titles = releases.map((release) => moduleTitle(t, release)).join(', ');
  const dismiss = () => {
    cancel();
    setDismissed([...dismissed, ...releases.map(keyOf)]);
  };
  return (
    <div role="status">
      {releases.length > 0 ? (
        <Strip>
          <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {t('updates.available', { count: releases.length, modules: titles })}
            {isWaiting ? ` ${t('updates.waiting')}` : null}
          </Box>
          {isWaiting ? (
            <Button size="small" onClick={cancel}>
              {t('updates.cancel')}
            </Button>
          ) : (
            <Button size="small" onClick={request}>
              {t('updates.reload')}
            </Button>
          )}
          <IconButton size="small" aria-label={t('updates.dismiss')} onClick={dismiss}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Strip>
      ) : null}
    </div>
  );
}

/** The announced releases that differ from those that the page runs. */
function useNewReleases(): ModuleRelease[] {
  const { announcement } = useModules();
  const inUse = useReleasesInUse();
  return (announcement?.modules ?? []).filter((announced) => {
    const used = inUse.get(announced.name);
    return used !== undefined && used.base_url !== announced.base_url;
  });
}

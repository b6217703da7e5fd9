import { RotateCw } from 'lucide-react';
import { Button, styled } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { type Modules, useModules } from './modules';

const Root = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  margin: '12px',
  padding: '8px',
  borderRadius: 6,
  border: `1px solid ${vars.palette.divider}`,
  color: vars.palette.text.secondary,
  display: 'grid',
  gap: 6,
  justifyItems: 'start',
}));

/** Says, below the menu or above the page, that entries are missing or out of date, and asks the server again. */
export function RegistryNotice() {
  const t = useTexts();
  const modules = useModules();
  const notice = noticeOf(modules);
  return (
    <div role="status">
      {notice ? (
        <Root>
          {t(`remotes.registry.${notice}`)}
          <Button
            size="small"
            onClick={modules.retry}
            disabled={modules.isFetching}
            startIcon={<RotateCw size={14} strokeWidth={1.75} aria-hidden />}
          >
            {t('remotes.registry.retry')}
          </Button>
        </Root>
      ) : null}
    </div>
  );
}

function noticeOf({ isPending, problem, announcement, releases }: Modules) {
  if (isPending) return null;
  if (problem) return announcement ? ('outdated' as const) : ('missing' as const);
  return releases.length === 0 ? ('empty' as const) : null;
}

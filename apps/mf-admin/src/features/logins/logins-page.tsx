import { FileUp, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMayWrite } from '@tessera/api';
import { useSearchParams } from '@tessera/federation/router';
import { Page, usePageActions } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { NavTabs } from '@tessera/ui/panels';
import { SiteHeader, useSite } from '../../site-header';
import { useTexts } from '../../texts';
import { LoginsTab } from './logins-tab';
import { PoolsTab } from './pools/pools-tab';

const ImportDialog = lazy(() => import('./import/import-dialog').then((m) => ({ default: m.ImportDialog })));

/** Logins of a site and, on another tab, their pools. */
export function LoginsPage() {
  const t = useTexts();
  const { siteId, site } = useSite();
  const [params, setParams] = useSearchParams();
  const [isAdding, setIsAdding] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const tab = params.get('tab') === 'pools' ? 'pools' : 'logins';
  // Each tab is a separate list: search, sort and page don't carry over.
  const open = (next: string) => setParams(next === 'pools' ? { tab: 'pools' } : {});
  const label = tab === 'pools' ? t('pools.new') : t('logins.new');
  const disabledReason = useMayWrite() ? undefined : t('words.needsWrite');
  usePageActions([
    { label, icon: Plus, run: () => setIsAdding(true), disabled: disabledReason },
    { label: t('imports.open'), icon: FileUp, run: () => setIsImporting(true), disabled: disabledReason },
  ]);
  const createButton = (
    <span title={disabledReason}>
      <Button
        variant="contained"
        startIcon={<Plus size={16} aria-hidden />}
        onClick={() => setIsAdding(true)}
        disabled={disabledReason !== undefined}
      >
        {label}
      </Button>
    </span>
  );
  const importButton =
    tab === 'logins' ? (
      <Button
        aria-label={t('imports.open')}
        onClick={() => setIsImporting(true)}
        disabled={disabledReason !== undefined}
        sx={{ minWidth: 0, gap: 1 }}
      >
        <FileUp size={16} strokeWidth={1.75} aria-hidden />
        {/* The label doesn't fit beside the site's name on a phone. */}
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {t('imports.open')}
        </Box>
      </Button>
    ) : null;
  const tabs = [
    { value: 'logins', label: t('logins.title') },
    { value: 'pools', label: t('pools.title') },
  ];
  const Tab = tab === 'pools' ? PoolsTab : LoginsTab;
  return (
    <Page>
      <SiteHeader
        title={t('logins.title')}
        site={site}
        actions={
          <>
            {importButton}
            {createButton}
          </>
        }
      />
      <NavTabs label={t('logins.tabs')} value={tab} onChange={open} items={tabs} line />
      <Box
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        <Tab
          siteId={siteId}
          isAdding={isAdding}
          onAdded={() => setIsAdding(false)}
          createButton={createButton}
        />
      </Box>
      {isImporting ? (
        <Suspense fallback={null}>
          <ImportDialog siteId={siteId} onClose={() => setIsImporting(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

import { useMayWrite } from '@tessera/api';
import { Box, Button } from '@tessera/ui/mui';
import { Page, usePageActions } from '@tessera/ui';
import { NavTabs } from '@tessera/ui/panels';
import { FileUp, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from '@tessera/federation/router';
import { SiteHead } from '../../site/site-head';
import { useSite } from '../../site/use-site';
import { useTexts } from '../../texts';
import { LoginsTab } from './logins-tab';
import { PoolsTab } from './pools/pools-tab';

const ImportDialog = lazy(() => import('./import/import-dialog').then((m) => ({ default: m.ImportDialog })));

/** Logins of a site, and their pools on a tab, since a pool's members are logins of one site. */
export function LoginsPage() {
  const t = useTexts();
  const { siteId, site } = useSite();
  const [params, setParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const tab = params.get('tab') === 'pools' ? 'pools' : 'logins';
  // Each tab has a list of its own: search, sort and page don't carry over.
  const open = (next: string) => setParams(next === 'pools' ? { tab: 'pools' } : {});
  const label = tab === 'pools' ? t('pools.new') : t('logins.new');
  const blocked = useMayWrite() ? undefined : t('words.needsWrite');
  usePageActions([
    { label, icon: Plus, run: () => setAdding(true), disabled: blocked },
    { label: t('imports.open'), icon: FileUp, run: () => setImporting(true), disabled: blocked },
  ]);
  const create = (
    <span title={blocked}>
      <Button
        variant="contained"
        startIcon={<Plus size={16} aria-hidden />}
        onClick={() => setAdding(true)}
        disabled={blocked !== undefined}
      >
        {label}
      </Button>
    </span>
  );
  const importButton =
    tab === 'logins' ? (
      <Button
        aria-label={t('imports.open')}
        onClick={() => setImporting(true)}
        disabled={blocked !== undefined}
        sx={{ minWidth: 0, gap: 1 }}
      >
        <FileUp size={16} strokeWidth={1.75} aria-hidden />
        {/* A telephone has room for the site's name or for these words. */}
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
      <SiteHead
        title={t('logins.title')}
        site={site}
        actions={
          <>
            {importButton}
            {create}
          </>
        }
      />
      <NavTabs label={t('logins.tabs')} value={tab} onChange={open} items={tabs} line />
      <Box
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        <Tab siteId={siteId} adding={adding} onAdded={() => setAdding(false)} create={create} />
      </Box>
      {importing ? (
        <Suspense fallback={null}>
          <ImportDialog siteId={siteId} onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

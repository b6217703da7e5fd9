import { Box, Button } from '@mui/material';
import { NavTabs, Page, usePageActions } from '@tessera/ui';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SiteHead } from '../../site/site-head';
import { useSite } from '../../site/use-site';
import { useTexts } from '../../texts';
import { LoginsTab } from './logins-tab';
import { PoolsTab } from './pools/pools-tab';

/** Logins of a site, and their pools (contract section 5: pools live on a tab of the logins page). */
export function LoginsPage() {
  const t = useTexts();
  const { siteId, site } = useSite();
  const [params, setParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const tab = params.get('tab') === 'pools' ? 'pools' : 'logins';
  // Each tab has a list of its own: search, sort and page don't carry over.
  const open = (next: string) => setParams(next === 'pools' ? { tab: 'pools' } : {});
  const label = tab === 'pools' ? t('pools.new') : t('logins.new');
  usePageActions([{ label, icon: Plus, run: () => setAdding(true) }]);
  const create = (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {label}
    </Button>
  );
  const tabs = [
    { value: 'logins', label: t('logins.title') },
    { value: 'pools', label: t('pools.title') },
  ];
  const Tab = tab === 'pools' ? PoolsTab : LoginsTab;
  return (
    <Page>
      <SiteHead title={t('logins.title')} site={site} actions={create} />
      <NavTabs label={t('logins.tabs')} value={tab} onChange={open} items={tabs} line />
      <Box
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        <Tab siteId={siteId} adding={adding} onAdded={() => setAdding(false)} create={create} />
      </Box>
    </Page>
  );
}

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from '@tessera/federation/router';
import { Page, PageHeader, usePageActions } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { NavTabs } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { TokensTab } from './tokens-tab';
import { WorkersTab } from './workers-tab';

/** /workers: the workers and their tokens. For administrators. */
export function WorkersPage() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const tab = params.get('tab') === 'tokens' ? 'tokens' : 'workers';
  const items = [
    { value: 'workers', label: t('workers.title') },
    { value: 'tokens', label: t('workers.tokens') },
  ];
  const add = () => {
    setParams({ tab: 'tokens' });
    setAdding(true);
  };
  usePageActions([{ label: t('workers.newToken'), icon: Plus, run: add }]);
  const create = (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={add}>
      {t('workers.newToken')}
    </Button>
  );
  return (
    <Page>
      <PageHeader title={t('workers.title')} actions={create} />
      <NavTabs
        label={t('workers.tabs')}
        value={tab}
        // Each tab has a list of its own: sort and page don't carry over.
        onChange={(next) => setParams(next === 'tokens' ? { tab: 'tokens' } : {})}
        items={items}
        line
      />
      <Box
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        {tab === 'tokens' ? (
          <TokensTab isAdding={adding} onAdded={() => setAdding(false)} createButton={create} />
        ) : (
          <WorkersTab />
        )}
      </Box>
    </Page>
  );
}

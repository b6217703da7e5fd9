import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from '@tessera/federation/router';
import { Page, PageHeader, usePageActions } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { NavTabs } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { ModulesList } from './modules-list';
import { PublishersTab } from './publishers/publishers-tab';

/** /modules: the modules, and the teams that publish them. For administrators. */
export function ModulesPage() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const [isAdding, setIsAdding] = useState(false);
  const tab = params.get('tab') === 'publishers' ? 'publishers' : 'modules';
  const add = () => {
    setParams({ tab: 'publishers' });
    setIsAdding(true);
  };
  usePageActions([{ label: t('publishers.new'), icon: Plus, run: add }]);
  const create = (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={add}>
      {t('publishers.new')}
    </Button>
  );
  return (
    <Page>
      <PageHeader title={t('modules.title')} actions={tab === 'publishers' ? create : null} />
      <NavTabs
        label={t('modules.tabs')}
        value={tab}
        // Each tab has a list of its own: sort and page don't carry over.
        onChange={(next) => setParams(next === 'publishers' ? { tab: 'publishers' } : {})}
        items={[
          { value: 'modules', label: t('modules.title') },
          { value: 'publishers', label: t('publishers.title') },
        ]}
        line
      />
      <Box
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        {tab === 'publishers' ? (
          <PublishersTab isAdding={isAdding} onAdded={() => setIsAdding(false)} createButton={create} />
        ) : (
          <ModulesList />
        )}
      </Box>
    </Page>
  );
}

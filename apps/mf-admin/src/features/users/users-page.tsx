import { Plus, ShieldCheck, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from '@tessera/federation/router';
import { Page, PageHeader, usePageActions } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { NavTabs } from '@tessera/ui/panels';
import { InvitationsTab } from '../../invitations/invitations-tab';
import { MailsTab } from '../../mails/mails-tab';
import { RuleDialog } from '../../second-factor-rule/rule-dialog';
import { useTexts } from '../../texts';
import { UsersTab } from './users-tab';

/** The tabs beside the users. */
const otherTabs = ['invitations', 'mails'] as const;

/** Users of all realms, invitations, and the mails to people. For administrators. */
export function UsersPage() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const [isRuling, setIsRuling] = useState(false);
  const [adding, setAdding] = useState<'user' | 'invitation' | null>(null);
  const tab = otherTabs.find((name) => name === params.get('tab')) ?? 'users';
  // Each tab is a separate list: search, sort and page don't carry over.
  const open = (next: string) => setParams(next === 'users' ? {} : { tab: next });
  const add = (what: 'user' | 'invitation') => {
    open(what === 'user' ? 'users' : 'invitations');
    setAdding(what);
  };
  usePageActions([
    { label: t('users.new'), icon: Plus, run: () => add('user') },
    { label: t('people.invite'), icon: UserPlus, run: () => add('invitation') },
    { label: t('secondFactorRule.open'), icon: ShieldCheck, run: () => setIsRuling(true) },
  ]);
  const invite = (
    <Button
      startIcon={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => add('invitation')}
    >
      {t('people.invite')}
    </Button>
  );
  const create = (
    <Button variant="contained" startIcon={<Plus size={16} aria-hidden />} onClick={() => add('user')}>
      {t('users.new')}
    </Button>
  );
  const done = () => setAdding(null);
  return (
    <Page>
      <PageHeader
        title={t('users.title')}
        actions={
          <>
            <Button
              startIcon={<ShieldCheck size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => setIsRuling(true)}
            >
              {t('secondFactorRule.open')}
            </Button>
            {invite}
            {create}
          </>
        }
      />
      {isRuling ? (
        <RuleDialog
          realmId={null}
          name={t('secondFactorRule.administrators')}
          onClose={() => setIsRuling(false)}
        />
      ) : null}
      <NavTabs
        label={t('users.tabs')}
        value={tab}
        onChange={open}
        items={[
          { value: 'users', label: t('users.title') },
          { value: 'invitations', label: t('people.invitations') },
          { value: 'mails', label: t('mails.title') },
        ]}
        line
      />
      <Box
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        {tab === 'mails' ? <MailsTab /> : null}
        {tab === 'invitations' ? (
          <InvitationsTab isAdding={adding === 'invitation'} onAdded={done} createButton={invite} />
        ) : null}
        {tab === 'users' ? (
          <UsersTab isAdding={adding === 'user'} onAdded={done} createButton={create} />
        ) : null}
      </Box>
    </Page>
  );
}

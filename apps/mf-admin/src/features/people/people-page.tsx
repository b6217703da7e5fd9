import { ShieldCheck, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useMayWrite, useUser } from '@tessera/api';
import { useNavigate, useSearchParams } from '@tessera/federation/router';
import { Page, PageHeader, usePageActions } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { NavTabs } from '@tessera/ui/panels';
import { InvitationsTab } from '../../invitations/invitations-tab';
import { RuleDialog } from '../../second-factor-rule/rule-dialog';
import { useTexts } from '../../texts';
import { PeopleTab } from './people-tab';
import { RealmSignIn } from './realm-sign-in';

/** /account/people: the people of the user's realm and its invitations. */
export function PeoplePage() {
  const t = useTexts();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [isAdding, setIsAdding] = useState(false);
  const [isRuling, setIsRuling] = useState(false);
  const { realmId, realmName } = useUser();
  const tab = params.get('tab') === 'invitations' ? 'invitations' : 'people';
  const items = [
    { value: 'account', label: t('people.account') },
    { value: 'people', label: t('people.title') },
    { value: 'invitations', label: t('people.invitations') },
  ];
  const open = (next: string) => {
    if (next === 'account') void navigate('/account');
    else setParams(next === 'invitations' ? { tab: next } : {});
  };
  const add = () => {
    setParams({ tab: 'invitations' });
    setIsAdding(true);
  };
  const disabledReason = useMayWrite() ? undefined : t('words.needsWrite');
  usePageActions([{ label: t('people.invite'), icon: UserPlus, run: add, disabled: disabledReason }]);
  const createButton = (
    <span title={disabledReason}>
      <Button
        variant="contained"
        startIcon={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
        onClick={add}
        disabled={disabledReason !== undefined}
      >
        {t('people.invite')}
      </Button>
    </span>
  );
  return (
    <Page>
      <PageHeader
        title={t('people.title')}
        actions={
          <>
            {realmId === null || disabledReason !== undefined ? null : (
              <Button
                startIcon={<ShieldCheck size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => setIsRuling(true)}
              >
                {t('secondFactorRule.open')}
              </Button>
            )}
            {createButton}
          </>
        }
      />
      {isRuling && realmId !== null ? (
        <RuleDialog
          realmId={realmId}
          name={realmName ?? t('secondFactorRule.realm')}
          onClose={() => setIsRuling(false)}
        />
      ) : null}
      <NavTabs label={t('people.tabs')} value={tab} onChange={open} items={items} line />
      <Box
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        {tab === 'invitations' ? (
          <InvitationsTab
            isAdding={isAdding}
            onAdded={() => setIsAdding(false)}
            createButton={createButton}
          />
        ) : (
          <>
            <RealmSignIn />
            <PeopleTab createButton={createButton} />
          </>
        )}
      </Box>
    </Page>
  );
}

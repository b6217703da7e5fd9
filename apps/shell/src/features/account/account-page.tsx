import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tessera/federation/router';
import { Page, PageHeader, PanelPage } from '@tessera/ui';
import { NavTabs } from '@tessera/ui/panels';
import { useMayOpen } from '../../access/use-may-open';
import { waysInQuery } from '../../session/single-sign-on/ways-in.api';
import { WaysInPanel } from '../../session/single-sign-on/ways-in-panel';
import { DisplayPanel } from './display-panel';
import { PasskeysPanel } from './passkeys/passkeys-panel';
import { PasswordPanel } from './password-panel';
import { ProfilePanel } from './profile-panel';
import { SessionsPanel } from './sessions-panel';
import { useAccountTexts } from './texts';
import { TwoFactorPanel } from './two-factor/two-factor-panel';

/** /account: profile, password, two-factor authentication, passkeys, single sign-on, display settings and sessions. */
export function AccountPage() {
  const t = useAccountTexts();
  // Unless the server says otherwise: most accounts have one.
  const hasPassword = useQuery(waysInQuery()).data?.has_password !== false;
  return (
    <Page>
      <PageHeader title={t('page.title')} />
      <AccountTabs />
      <PanelPage
        sx={{
          pt: { xs: 2, sm: 2 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 480px))' },
        }}
      >
        <ProfilePanel />
        {hasPassword ? <PasswordPanel /> : null}
        <DisplayPanel />
        {hasPassword ? <TwoFactorPanel /> : null}
        <PasskeysPanel />
        <WaysInPanel />
        <SessionsPanel sx={{ gridColumn: '1 / -1' }} />
      </PanelPage>
    </Page>
  );
}

const people = '/account/people';

/** Tabs with the realm's people, for users who may invite; renders nothing for others. */
function AccountTabs() {
  const t = useAccountTexts();
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  if (!mayOpen(people)) return null;
  const items = [
    { value: 'account', label: t('page.title') },
    { value: 'people', label: t('page.people') },
  ];
  const open = (tab: string) => {
    if (tab === 'people') void navigate(people);
  };
  return <NavTabs label={t('page.tabs')} value="account" onChange={open} items={items} line />;
}

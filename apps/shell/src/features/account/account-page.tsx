import { Page, PageHeader, PanelPage } from '@tessera/ui';
import { useTexts } from '../../texts';
import { AccountTabs } from './account-tabs';
import { DisplayPanel } from './display-panel';
import { PasswordPanel } from './password-panel';
import { ProfilePanel } from './profile-panel';
import { SecondFactorPanel } from './second-factor/second-factor-panel';
import { SessionsPanel } from './sessions-panel';

/** /account: profile, password, second factor, display settings and sessions. */
export function AccountPage() {
  const t = useTexts();
  return (
    <Page>
      <PageHeader title={t('account.title')} />
      <AccountTabs />
      <PanelPage
        sx={{
          pt: { xs: 2, sm: 2 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 480px))' },
        }}
      >
        <ProfilePanel />
        <PasswordPanel />
        <DisplayPanel />
        <SecondFactorPanel />
        <SessionsPanel sx={{ gridColumn: '1 / -1' }} />
      </PanelPage>
    </Page>
  );
}

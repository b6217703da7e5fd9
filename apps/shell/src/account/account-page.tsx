import { Page, PageHeader, PanelPage } from '@tessera/ui';
import { DisplayPanel } from './display-panel';
import { PasswordPanel } from './password-panel';
import { ProfilePanel } from './profile-panel';
import { SessionsPanel } from './sessions-panel';

/** /account: profile, password, how the console looks, and where one is signed in. */
export function AccountPage() {
  return (
    <Page>
      <PageHeader title="Account" />
      <PanelPage sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 480px))' } }}>
        <ProfilePanel />
        <PasswordPanel />
        <DisplayPanel />
        <SessionsPanel sx={{ gridColumn: '1 / -1' }} />
      </PanelPage>
    </Page>
  );
}

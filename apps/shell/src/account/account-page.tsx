import { Page, PageHeader, Panel, PanelPage } from '@tessera/ui';
import { Box } from '@mui/material';
import { ThemeChoice } from './theme-choice';
import { PasswordPanel } from './password-panel';
import { ProfilePanel } from './profile-panel';
import { SessionsPanel } from './sessions-panel';

/** /account: profile, password, theme, and where one is signed in. */
export function AccountPage() {
  return (
    <Page>
      <PageHeader title="Account" />
      <PanelPage sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 480px))' } }}>
        <ProfilePanel />
        <PasswordPanel />
        <Panel title="Theme" padded>
          <Box sx={{ maxWidth: 320 }}>
            <ThemeChoice />
          </Box>
        </Panel>
        <SessionsPanel sx={{ gridColumn: '1 / -1' }} />
      </PanelPage>
    </Page>
  );
}

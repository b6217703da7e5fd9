import { Send } from 'lucide-react';
import { useState } from 'react';
import { useMayWrite, useUser } from '@tessera/api';
import { maySendTo } from '@tessera/domain';
import { Page, PageHeader, Panel, PanelPage } from '@tessera/ui';
import { PlainSelect } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { usePreferences, useSavePreferences } from '../account/preferences';
import { AlertsPanel } from './alerts-panel';
import { DeliveriesPanel } from './deliveries-panel';
import { EscalationPanel } from './escalation-panel';
import { MailPanel } from './mail-panel';
import { MessagesPanel } from './messages-panel';
import { QuietHoursPanel } from './quiet-hours-panel';
import { SendDialog } from './send-dialog';
import { useNotificationTexts } from './texts';
import { ThisDevicePanel } from './this-device-panel';
import { TopicsPanel } from './topics-panel';

/** /notifications: the inbox, then devices, their topics, quiet hours, mail and the delivery log; owners and administrators can send. */
export function NotificationsPage() {
  const t = useNotificationTexts();
  const { role, realmId } = useUser();
  const maySend = useMayWrite() && (maySendTo(role, 'all') || (maySendTo(role, 'realm') && realmId !== null));
  const [sending, setSending] = useState(false);
  return (
    <Page>
      <PageHeader
        title={t('title')}
        actions={
          maySend ? (
            <Button
              startIcon={<Send size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => setSending(true)}
            >
              {t('send.title')}
            </Button>
          ) : null
        }
      />
      <PanelPage
        sx={{
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '360px minmax(0, 1fr)' },
          // The delivery log is beside the settings where there is room for its columns.
          gridTemplateRows: { lg: 'auto auto 1fr' },
          alignItems: 'start',
        }}
      >
        <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <MessagesPanel />
        </Box>
        <Box sx={{ display: 'grid', gap: '12px', alignContent: 'start', gridRow: { lg: 'span 2' } }}>
          <ThisDevicePanel />
          {realmId === null ? null : <AlertsPanel />}
          {realmId === null ? null : <EscalationPanel />}
          <QuietHoursPanel />
          <DigestPanel />
          <MailPanel />
        </Box>
        <TopicsPanel />
        <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' }, minWidth: 0 }}>
          <DeliveriesPanel />
        </Box>
      </PanelPage>
      {sending ? <SendDialog onClose={() => setSending(false)} /> : null}
    </Page>
  );
}

/** Choices of seconds between two push messages of a line. */
const choices = [10, 30, 60, 300, 900, 3600];
const DEFAULT_SECONDS = 60;

/** Chooses how often a message that changes is sent to the user's devices again. */
function DigestPanel() {
  const t = useNotificationTexts();
  const { digest_seconds: seconds = DEFAULT_SECONDS } = usePreferences();
  const save = useSavePreferences();
  const label = (value: number) =>
    value < 60
      ? t('digest.seconds', { count: value })
      : t('digest.minutes', { count: Math.round(value / 60) });
  return (
    <Panel title={t('digest.title')} padded>
      <PlainSelect
        label={t('digest.label')}
        help={t('digest.help')}
        value={String(seconds)}
        options={[...new Set([...choices, seconds])].map((value) => ({
          value: String(value),
          label: label(value),
        }))}
        onChange={(value) =>
          save({ digest_seconds: Number(value) === DEFAULT_SECONDS ? null : Number(value) })
        }
      />
    </Panel>
  );
}

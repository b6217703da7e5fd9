import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import { toApiError } from '@tessera/api';
import { Alert, describeError, Panel, StatusBadge, useSnackbar } from '@tessera/ui';
import { Box, Button, Skeleton } from '@tessera/ui/mui';
import { PermissionDenied, type PushAbility } from './browser-push';
import { useSend } from './notifications.api';
import { useNotificationTexts } from './texts';
import { type ThisDevice, useThisDevice } from './use-this-device';

/** Shows whether this browser gets notifications, and turns them on or off. */
export function ThisDevicePanel() {
  const t = useNotificationTexts();
  const device = useThisDevice();
  return (
    <Panel title={t('device.title')} padded>
      {device.pending ? <Skeleton variant="rectangular" height={64} /> : <DeviceState device={device} />}
    </Panel>
  );
}

function DeviceState({ device }: { device: ThisDevice }) {
  const t = useNotificationTexts();
  if (device.ability !== 'ready') return <BlockedHelp ability={device.ability} />;
  if (!device.offered)
    return (
      <Alert tone="info" title={t('device.noKey')}>
        {t('device.noKeyHelp')}
      </Alert>
    );
  return device.row ? <DeviceOn device={device} id={device.row.id} /> : <DeviceOff device={device} />;
}

/** Runs a step that may fail; its button is busy until it settles. */
function useStep(): [boolean, (step: () => Promise<void>) => void] {
  const t = useNotificationTexts();
  const { showError, show } = useSnackbar();
  const [busy, setBusy] = useState(false);
  const run = (step: () => Promise<void>) => {
    setBusy(true);
    step()
      .catch((error: unknown) => {
        if (error instanceof PermissionDenied) show(t('device.refused'));
        else showError(describeError(toApiError(error)));
      })
      .finally(() => setBusy(false));
  };
  return [busy, run];
}

function DeviceOff({ device }: { device: ThisDevice }) {
  const t = useNotificationTexts();
  const [busy, run] = useStep();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <StatusBadge icon={BellOff} hue="stone" variant="open">
        {t('device.off')}
      </StatusBadge>
      <Box>{t('device.offHelp')}</Box>
      <Button variant="contained" loading={busy} onClick={() => run(device.enable)}>
        {t('device.enable')}
      </Button>
    </Box>
  );
}

function DeviceOn({ device, id }: { device: ThisDevice; id: number }) {
  const t = useNotificationTexts();
  const { show } = useSnackbar();
  const [busy, run] = useStep();
  const send = useSend();
  const test = async () => {
    await send.mutateAsync({ subscription_id: id });
    show(t('device.testSent'));
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <StatusBadge icon={BellRing} hue="verdigris" variant="solid">
        {t('device.on')}
      </StatusBadge>
      <Box>{t('device.onHelp')}</Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="contained" loading={send.isPending} onClick={() => run(test)}>
          {t('device.test')}
        </Button>
        <Button disabled={busy} onClick={() => run(device.disable)}>
          {t('device.turnOff')}
        </Button>
      </Box>
    </Box>
  );
}

/** Explains why notifications can't be turned on here, and what the user can do. */
function BlockedHelp({ ability }: { ability: Exclude<PushAbility, 'ready'> }) {
  const t = useNotificationTexts();
  return (
    <Alert tone={ability === 'unsupported' ? 'info' : 'warning'} title={t(`device.${ability}`)}>
      {t(`device.${ability}Help`)}
    </Alert>
  );
}

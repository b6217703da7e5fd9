import { toApiError } from '@tessera/api';
import { Notice, Panel, Stub, toProblem, useSnackbar } from '@tessera/ui';
import { Box, Button, Skeleton } from '@mui/material';
import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import { BlockedHelp } from './blocked-help';
import { NotAllowed } from './browser-push';
import { useSend } from './notifications.api';
import { useThisDevice, type ThisDevice } from './use-this-device';

/** Whether this browser is told, and the way to change it. */
export function ThisDevicePanel() {
  const device = useThisDevice();
  return (
    <Panel title="This device" padded>
      {device.pending ? <Skeleton variant="rectangular" height={64} /> : <DeviceState device={device} />}
    </Panel>
  );
}

function DeviceState({ device }: { device: ThisDevice }) {
  if (device.ability !== 'ready') return <BlockedHelp ability={device.ability} />;
  if (!device.offered)
    return (
      <Notice tone="info" title="Not set up on this server">
        The server has no key for web push. An administrator can set one (VAPID_PUBLIC_KEY,
        VAPID_PRIVATE_KEY).
      </Notice>
    );
  return device.row ? <Told device={device} id={device.row.id} /> : <NotTold device={device} />;
}

/** Runs a step that may fail, with its button busy meanwhile. */
function useStep(): [boolean, (step: () => Promise<void>) => void] {
  const { fail, show } = useSnackbar();
  const [busy, setBusy] = useState(false);
  const run = (step: () => Promise<void>) => {
    setBusy(true);
    step()
      .catch((error: unknown) => {
        if (error instanceof NotAllowed) show('Notifications were not allowed: this device stays silent');
        else fail(toProblem(toApiError(error)));
      })
      .finally(() => setBusy(false));
  };
  return [busy, run];
}

function NotTold({ device }: { device: ThisDevice }) {
  const [busy, run] = useStep();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Stub icon={BellOff} hue="stone" form="open">
        Silent
      </Stub>
      <Box>
        Be told on this device of held seats, purchases and failures, also while no page of the console is
        open. The browser asks you first.
      </Box>
      <Button variant="contained" loading={busy} onClick={() => run(device.enable)}>
        Enable on this device
      </Button>
    </Box>
  );
}

function Told({ device, id }: { device: ThisDevice; id: number }) {
  const { show } = useSnackbar();
  const [busy, run] = useStep();
  const send = useSend();
  const test = async () => {
    await send.mutateAsync({ subscription_id: id });
    show('Test sent: it should appear within seconds. The log below tells what became of it.');
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Stub icon={BellRing} hue="verdigris" form="solid">
        Told
      </Stub>
      <Box>This device is told of what is chosen for it below.</Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="contained" loading={send.isPending} onClick={() => run(test)}>
          Send a test
        </Button>
        <Button disabled={busy} onClick={() => run(device.disable)}>
          Turn off
        </Button>
      </Box>
    </Box>
  );
}

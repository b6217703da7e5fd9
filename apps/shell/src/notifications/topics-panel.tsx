import { toApiError, type SubscriptionDto } from '@tessera/api';
import { Checkbox, deviceOf, EmptyState, ErrorAlert, Panel, toProblem, useConfirm, useSnackbar } from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { Box, Button, Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';

import { devicesQuery, useRemoveDevice, useSetTopics } from './notifications.api';
import { topics, topicWords, type Topic } from './topic-words';
import { useThisDevice } from './use-this-device';

/** What each of the user's devices is told about. */
export function TopicsPanel() {
  const devices = useQuery(devicesQuery());
  const here = useThisDevice().row?.id ?? null;
  return (
    <Panel title="What to tell me" meta="for each device">
      {devices.isPending ? <Skeleton variant="rectangular" height={160} sx={{ m: 2 }} /> : null}
      {devices.isError ? (
        <Box sx={{ p: 2 }}>
          <ErrorAlert problem={toProblem(devices.error)} onRetry={() => void devices.refetch()} />
        </Box>
      ) : null}
      {devices.data?.rows.length === 0 ? (
        <EmptyState>No device is told yet. Enable this one, and choose here what it is told.</EmptyState>
      ) : null}
      {devices.data && devices.data.rows.length > 0 ? (
        <TopicsTable devices={devices.data.rows} here={here} />
      ) : null}
    </Panel>
  );
}

function TopicsTable({ devices, here }: { devices: readonly SubscriptionDto[]; here: number | null }) {
  const { fail } = useSnackbar();
  const set = useSetTopics();
  const toggle = (device: SubscriptionDto, topic: Topic, on: boolean) => {
    const chosen = topics.filter((one) => (one === topic ? on : device.notification_types.includes(one)));
    set.mutate({ device, chosen }, { onError: (error) => fail(toProblem(toApiError(error))) });
  };
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label="What to tell me">
        <TableHead>
          <TableRow>
            <TableCell>Topic</TableCell>
            {devices.map((device) => (
              <TableCell key={device.id} align="center">
                <DeviceHead device={device} here={device.id === here} />
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {topics.map((topic) => (
            <TableRow key={topic}>
              <TableCell component="th" scope="row">
                <Box sx={{ fontWeight: 550 }}>{topicWords[topic].label}</Box>
                <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{topicWords[topic].help}</Box>
              </TableCell>
              {devices.map((device) => (
                <TableCell key={device.id} align="center">
                  <Checkbox
                    checked={device.notification_types.includes(topic)}
                    onChange={(_event, on) => toggle(device, topic, on)}
                    slotProps={{
                      input: { 'aria-label': `${topicWords[topic].label} on ${deviceOf(device.user_agent)}` },
                    }}
                  />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function DeviceHead({ device, here }: { device: SubscriptionDto; here: boolean }) {
  const name = deviceOf(device.user_agent);
  const confirm = useConfirm();
  const { fail, show } = useSnackbar();
  const remove = useRemoveDevice();
  const ask = async () => {
    const sure = await confirm({
      title: `Stop telling ${name}?`,
      body: 'It stays silent until somebody enables it there again.',
      confirmLabel: 'Remove device',
      danger: true,
    });
    if (!sure) return;
    remove.mutate(device.id, {
      onSuccess: () => show('Device removed'),
      onError: (error) => fail(toProblem(toApiError(error))),
    });
  };
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 0.5 }}>
      <Box sx={{ whiteSpace: 'nowrap' }}>
        {name}
        {here ? ' (this one)' : ''}
      </Box>
      {here ? null : (
        <Button
          size="small"
          loading={remove.isPending}
          onClick={() => void ask()}
          aria-label={`Remove ${name}`}
        >
          Remove
        </Button>
      )}
    </Box>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type SubscriptionDto, toApiError } from '@tessera/api';
import {
  describeDevice,
  describeError,
  EmptyState,
  ErrorAlert,
  Panel,
  useConfirm,
  useSnackbar,
} from '@tessera/ui';
import { Checkbox } from '@tessera/ui/forms';
import { Box, Button, Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@tessera/ui/mui';
import { devicesQuery, useRemoveDevice, useSetTopics } from './notifications.api';
import { useNotificationTexts } from './texts';
import { type Topic, topicLabel, topics } from './topics';
import { useThisDevice } from './use-this-device';

/** Chooses the topics that each of the user's devices is notified about. */
export function TopicsPanel() {
  const t = useNotificationTexts();
  const devices = useQuery(devicesQuery());
  const here = useThisDevice().row?.id ?? null;
  return (
    <Panel title={t('topics.title')} meta={t('topics.meta')}>
      {devices.isPending ? <Skeleton variant="rectangular" height={160} sx={{ m: 2 }} /> : null}
      {devices.isError ? (
        <Box sx={{ p: 2 }}>
          <ErrorAlert error={describeError(devices.error)} onRetry={() => void devices.refetch()} />
        </Box>
      ) : null}
      {devices.data?.rows.length === 0 ? <EmptyState>{t('topics.none')}</EmptyState> : null}
      {devices.data && devices.data.rows.length > 0 ? (
        <TopicsTable devices={devices.data.rows} here={here} />
      ) : null}
    </Panel>
  );
}

function TopicsTable({ devices, here }: { devices: readonly SubscriptionDto[]; here: number | null }) {
  const t = useNotificationTexts();
  const { showError } = useSnackbar();
  const set = useSetTopics();
  const toggle = (device: SubscriptionDto, topic: Topic, on: boolean) => {
    const chosen = topics.filter((one) => (one === topic ? on : device.notification_types.includes(one)));
    set.mutate({ device, chosen }, { onError: (error) => showError(describeError(toApiError(error))) });
  };
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={t('topics.title')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('topics.topic')}</TableCell>
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
                <Box sx={{ fontWeight: 550 }}>{topicLabel(t, topic)}</Box>
                <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t(`topics.${topic}.help`)}</Box>
              </TableCell>
              {devices.map((device) => (
                <TableCell key={device.id} align="center">
                  <Checkbox
                    checked={device.notification_types.includes(topic)}
                    onChange={(_event, on) => toggle(device, topic, on)}
                    slotProps={{
                      input: {
                        'aria-label': t('topics.on', {
                          topic: topicLabel(t, topic),
                          device: describeDevice(device.user_agent),
                        }),
                      },
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
  const t = useNotificationTexts();
  const name = describeDevice(device.user_agent);
  const confirm = useConfirm();
  const { showError, show } = useSnackbar();
  const remove = useRemoveDevice();
  const removeDevice = async () => {
    const sure = await confirm({
      title: t('topics.removeTitle', { device: name }),
      body: t('topics.removeHelp'),
      confirmLabel: t('topics.removeConfirm'),
      danger: true,
    });
    if (!sure) return;
    remove.mutate(device.id, {
      onSuccess: () => show(t('topics.removed')),
      onError: (error) => showError(describeError(toApiError(error))),
    });
  };
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 0.5 }}>
      <Box sx={{ whiteSpace: 'nowrap' }}>{here ? t('topics.here', { device: name }) : name}</Box>
      {here ? null : (
        <Button
          size="small"
          loading={remove.isPending}
          onClick={() => void removeDevice()}
          aria-label={t('topics.removeOf', { device: name })}
        >
          {t('topics.remove')}
        </Button>
      )}
    </Box>
  );
}

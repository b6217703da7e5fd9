import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Hourglass, type LucideIcon, Unplug } from 'lucide-react';
import { useMemo } from 'react';
import type { DeliveryDto } from '@tessera/api';
import { type Column, DataTable } from '@tessera/data-table';
import { messageText } from '@tessera/domain/messages';
import { formatMessage } from '@tessera/domain/notifications';
import {
  currentLanguage,
  describeDevice,
  describeError,
  EmptyState,
  ErrorAlert,
  type Hue,
  Instant,
  Panel,
  StatusBadge,
  useLanguage,
} from '@tessera/ui';
import { Box, Skeleton } from '@tessera/ui/mui';
import { deliveriesQuery } from './notifications.api';
import { type NotificationTexts, useNotificationTexts } from './texts';
import { topicLabel } from './topics';

/** Number of rows in the log. */
const shown = 50;

const outcomes: Readonly<Record<DeliveryDto['outcome'], { hue: Hue; icon: LucideIcon }>> = {
  sent: { hue: 'verdigris', icon: CircleCheck },
  waiting: { hue: 'ochre', icon: Hourglass },
  gone: { hue: 'stone', icon: Unplug },
  failed: { hue: 'cinnabar', icon: CircleX },
};

const deviceName = (t: NotificationTexts, delivery: DeliveryDto): string =>
  delivery.subscription_id === null ? t('deliveries.removedDevice') : describeDevice(delivery.user_agent);

function Outcome({ delivery }: { delivery: DeliveryDto }) {
  const t = useNotificationTexts();
  const { hue, icon } = outcomes[delivery.outcome];
  return (
    <StatusBadge icon={icon} hue={hue} variant={delivery.outcome === 'sent' ? 'solid' : 'open'}>
      {t(`deliveries.outcomes.${delivery.outcome}`)}
    </StatusBadge>
  );
}

/** Why a delivery failed: a known reason in the user's language, else the push service's own message. */
const reasonOf = (
  t: NotificationTexts,
  { reason, message, response_status: status, attempt }: DeliveryDto,
): string =>
  [
    reason ? messageText(currentLanguage(), 'pushFailures', reason) : message,
    status === null ? null : t('deliveries.status', { status }),
    attempt > 1 ? t('deliveries.attempt', { attempt }) : null,
  ]
    .filter(Boolean)
    .join(' · ');

/** The title of the delivered message; null when it has been deleted. */
const titleOf = (language: string, { title, count, ...message }: DeliveryDto): string | null =>
  title === null
    ? null
    : formatMessage({ language }, { ...message, title, count: count ?? 1, seats: 0, body: '' }).title;

const columnsIn = (t: NotificationTexts, language: string): Column<DeliveryDto>[] => [
  {
    id: 'at',
    header: t('deliveries.when'),
    cell: (row) => <Instant value={row.at} style="date-time-seconds" />,
    width: 168,
  },
  {
    id: 'title',
    header: t('deliveries.message'),
    cell: (row) => titleOf(language, row) ?? '–',
    strong: true,
  },
  {
    id: 'topic',
    header: t('deliveries.topic'),
    cell: (row) => topicLabel(t, row.topic),
    width: 160,
    quiet: true,
  },
  {
    id: 'device',
    header: t('deliveries.device'),
    cell: (row) => deviceName(t, row),
    width: 168,
    quiet: true,
  },
  { id: 'outcome', header: t('deliveries.outcome'), cell: (row) => <Outcome delivery={row} />, width: 128 },
  { id: 'reason', header: t('deliveries.detail'), cell: (row) => reasonOf(t, row), quiet: true },
];

/** The outcome of the latest deliveries to the user's devices. */
export function DeliveriesPanel() {
  const t = useNotificationTexts();
  const language = useLanguage();
  const columns = useMemo(() => columnsIn(t, language), [t, language]);
  const log = useQuery(deliveriesQuery(shown));
  return (
    <Panel title={t('deliveries.title')} meta={t('deliveries.meta', { count: shown })}>
      {log.isPending ? <Skeleton variant="rectangular" height={96} sx={{ m: 2 }} /> : null}
      {log.isError ? (
        <Box sx={{ p: 2 }}>
          <ErrorAlert error={describeError(log.error)} onRetry={() => void log.refetch()} />
        </Box>
      ) : null}
      {log.data?.rows.length === 0 ? <EmptyState>{t('deliveries.none')}</EmptyState> : null}
      {log.data && log.data.rows.length > 0 ? (
        <DataTable
          label={t('deliveries.title')}
          columns={columns}
          rows={log.data.rows}
          keyOf={(row) => row.id}
          nameOf={(row) => titleOf(language, row) ?? topicLabel(t, row.topic)}
          narrow={(row) => ({
            title: titleOf(language, row) ?? topicLabel(t, row.topic),
            status: <Outcome delivery={row} />,
            second: deviceName(t, row),
            third: reasonOf(t, row),
            end: <Instant value={row.at} style="time" />,
          })}
        />
      ) : null}
    </Panel>
  );
}

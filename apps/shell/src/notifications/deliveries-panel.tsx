import type { DeliveryDto } from '@tessera/api';
import {
  DataTable,
  deviceOf,
  EmptyState,
  ErrorAlert,
  Instant,
  Panel,
  Stub,
  toProblem,
  type Column,
  type Hue,
} from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { Box, Skeleton } from '@mui/material';
import { CircleCheck, CircleX, Hourglass, Unplug, type LucideIcon } from 'lucide-react';

import { deliveriesQuery } from './notifications.api';
import { topicLabel } from './topic-words';

/** Rows of the log that are shown. */
const shown = 50;

const outcomes: Readonly<Record<DeliveryDto['outcome'], { word: string; hue: Hue; icon: LucideIcon }>> = {
  sent: { word: 'Sent', hue: 'verdigris', icon: CircleCheck },
  waiting: { word: 'Waiting', hue: 'ochre', icon: Hourglass },
  gone: { word: 'Device gone', hue: 'stone', icon: Unplug },
  failed: { word: 'Failed', hue: 'cinnabar', icon: CircleX },
};

const deviceName = (delivery: DeliveryDto): string =>
  delivery.subscription_id === null ? 'A device that is gone' : deviceOf(delivery.user_agent);

function Outcome({ delivery }: { delivery: DeliveryDto }) {
  const { word, hue, icon } = outcomes[delivery.outcome];
  return (
    <Stub icon={icon} hue={hue} form={delivery.outcome === 'sent' ? 'solid' : 'open'}>
      {word}
    </Stub>
  );
}

/** Why it did not get through, in the push service's words where it said something. */
const reasonOf = ({ message, response_status: status, attempt }: DeliveryDto): string =>
  [message, status === null ? null : `status ${status}`, attempt > 1 ? `attempt ${attempt}` : null]
    .filter(Boolean)
    .join(' · ');

const columns: readonly Column<DeliveryDto>[] = [
  {
    id: 'at',
    header: 'When',
    cell: (row) => <Instant value={row.at} style="date-time-seconds" />,
    width: 168,
  },
  { id: 'title', header: 'Message', cell: (row) => row.title ?? '–', strong: true },
  { id: 'topic', header: 'Topic', cell: (row) => topicLabel(row.topic), width: 160, quiet: true },
  { id: 'device', header: 'Device', cell: deviceName, width: 168, quiet: true },
  { id: 'outcome', header: 'Outcome', cell: (row) => <Outcome delivery={row} />, width: 128 },
  { id: 'reason', header: 'Detail', cell: reasonOf, quiet: true },
];

/** What became of the latest messages on the user's devices. */
export function DeliveriesPanel() {
  const log = useQuery(deliveriesQuery(shown));
  return (
    <Panel title="Delivery log" meta={`the latest ${shown}`}>
      {log.isPending ? <Skeleton variant="rectangular" height={96} sx={{ m: 2 }} /> : null}
      {log.isError ? (
        <Box sx={{ p: 2 }}>
          <ErrorAlert problem={toProblem(log.error)} onRetry={() => void log.refetch()} />
        </Box>
      ) : null}
      {log.data?.rows.length === 0 ? (
        <EmptyState>Nothing has been sent to your devices yet.</EmptyState>
      ) : null}
      {log.data && log.data.rows.length > 0 ? (
        <DataTable
          label="Delivery log"
          columns={columns}
          rows={log.data.rows}
          keyOf={(row) => row.id}
          nameOf={(row) => row.title ?? topicLabel(row.topic)}
          narrow={(row) => ({
            title: row.title ?? topicLabel(row.topic),
            status: <Outcome delivery={row} />,
            second: deviceName(row),
            third: reasonOf(row),
            end: <Instant value={row.at} style="time" />,
          })}
        />
      ) : null}
    </Panel>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { WebhookDeliveryDto } from '@tessera/api';
import { describeError, EmptyState, ErrorAlert, Instant, SegmentedControl, useAction } from '@tessera/ui';
import { Box, Button, Skeleton, styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { DeliveryState } from './webhook-state';
import { deliveriesQuery, useReplay } from './webhooks.api';

const List = styled('ul')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${vars.palette.line.main}`,
  borderRadius: 8,
  '& li': { padding: '8px 12px', borderBottom: `1px solid ${vars.palette.line.subtle}` },
  '& li:last-of-type': { borderBottom: 0 },
  '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, minHeight: 28 },
  '& .name': { flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' },
  '& .detail': { ...typography.caption, color: vars.palette.text.secondary, overflowWrap: 'anywhere' },
  '& pre': {
    ...typography.caption,
    fontFamily: '"IBM Plex Mono", monospace',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    margin: '4px 0',
  },
}));

const states = ['', 'waiting', 'delivered', 'dead'] as const;
export type LogState = (typeof states)[number];

/** The state that an address names; '' for all. */
export const logStateOf = (value: string | null): LogState => states.find((state) => state === value) ?? '';

interface DeliveryLogProps {
  webhookId: number;
  state: LogState;
  onState: (state: LogState) => void;
  /** Why nothing can be sent again. */
  disabledReason: string | undefined;
}

/** A webhook's messages, newest first, each with what was sent and answered. */
export function DeliveryLog({ webhookId, state, onState, disabledReason }: DeliveryLogProps) {
  const t = useTexts();
  const log = useInfiniteQuery(deliveriesQuery(webhookId, state));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = log;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Box component="section" aria-label={t('webhooks.log')} sx={{ display: 'grid', gap: 1 }}>
      <Box component="h3" sx={{ typography: 'h4', m: 0 }}>
        {t('webhooks.log')}
      </Box>
      <SegmentedControl
        label={t('words.status')}
        value={state || 'all'}
        onChange={(next) => onState(logStateOf(next))}
        segments={states.map((value) => ({
          value: value || 'all',
          label: value === '' ? t('webhooks.allStates') : t(`webhooks.states.${value}`),
        }))}
      />
      {error ? <ErrorAlert error={describeError(error)} onRetry={() => void log.refetch()} /> : null}
      {data === undefined && !error ? <Skeleton variant="rounded" height={120} /> : null}
      {data && rows.length === 0 ? <EmptyState>{t('webhooks.noMessages')}</EmptyState> : null}
      {rows.length > 0 ? (
        <List aria-label={t('webhooks.log')}>
          {rows.map((delivery) => (
            <Delivery
              key={delivery.id}
              webhookId={webhookId}
              delivery={delivery}
              disabledReason={disabledReason}
            />
          ))}
        </List>
      ) : null}
      {hasNextPage ? (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('webhooks.earlier')}
        </Button>
      ) : null}
    </Box>
  );
}

function Delivery({
  webhookId,
  delivery,
  disabledReason,
}: {
  webhookId: number;
  delivery: WebhookDeliveryDto;
  disabledReason: string | undefined;
}) {
  const t = useTexts();
  const { attempt } = useAction();
  const { mutateAsync: replay } = useReplay();
  const { id, type, state, attempts, sequence, status, error, duration_ms, answer } = delivery;
  const sendAgain = () =>
    void attempt(
      () => replay({ id: webhookId, ids: [id] }),
      ({ replayed }) => t('webhooks.replayed', { count: replayed }),
    );
  return (
    <li>
      <div className="head">
        <DeliveryState state={state} />
        <span className="name">{type}</span>
        <Instant value={delivery.created_at} />
        <span title={disabledReason}>
          <Button
            size="small"
            startIcon={<RotateCw size={14} aria-hidden />}
            aria-label={t('webhooks.replayOne', { number: sequence ?? id })}
            disabled={disabledReason !== undefined}
            onClick={sendAgain}
          >
            {t('webhooks.replay')}
          </Button>
        </span>
      </div>
      <div className="detail">
        {[
          t('webhooks.attempts', { count: attempts }),
          status === null ? null : t('webhooks.httpStatus', { status }),
          error,
          duration_ms === null ? null : t('webhooks.milliseconds', { number: duration_ms }),
        ]
          .filter(Boolean)
          .join(' · ')}
        {delivery.next_attempt_at === null ? null : (
          <>
            {' · '}
            {t('webhooks.next')} <Instant value={delivery.next_attempt_at} />
          </>
        )}
      </div>
      <details>
        <summary className="detail">{t('webhooks.details')}</summary>
        <pre>{JSON.stringify(delivery.data, null, 2)}</pre>
        {answer === null ? null : (
          <>
            <div className="detail">{t('webhooks.answer')}</div>
            <pre>{answer}</pre>
          </>
        )}
      </details>
    </li>
  );
}

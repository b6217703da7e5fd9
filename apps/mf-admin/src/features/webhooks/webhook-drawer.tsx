import { useQuery } from '@tanstack/react-query';
import { KeyRound, RotateCw, Send, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { useMayWrite, type WebhookDto, type WebhookTestDto, type WebhookWithSecretDto } from '@tessera/api';
import { useSearchParams } from '@tessera/federation/router';
import { Alert, describeError, ErrorAlert, formatCount, Instant, useAction } from '@tessera/ui';
import { Box, Button, Skeleton } from '@tessera/ui/mui';
import { DescriptionList, DrawerPanel } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { DeliveryLog, logStateOf } from './delivery-log';
import { WebhookState } from './webhook-state';
import { useReplay, useRotateSecret, useTestWebhook, webhookQuery } from './webhooks.api';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

export interface WebhookDrawerProps {
  id: number;
  onEdit: () => void;
  onRotated: (webhook: WebhookWithSecretDto) => void;
  onClose: () => void;
}

/** One webhook beside the list: what it gets, and the log of its messages. */
export function WebhookDrawer({ id, onEdit, onRotated, onClose }: WebhookDrawerProps) {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id));
  const disabledReason = useMayWrite() ? undefined : t('words.needsWrite');
  return (
    <DrawerPanel
      title={webhook?.name ?? t('webhooks.title')}
      status={webhook ? <WebhookState webhook={webhook} /> : null}
      onClose={onClose}
    >
      {error ? <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} /> : null}
      {webhook ? (
        <>
          <Actions webhook={webhook} onEdit={onEdit} onRotated={onRotated} disabledReason={disabledReason} />
          <Facts webhook={webhook} />
          <DeliveryLog
            webhookId={id}
            state={logStateOf(params.get('state'))}
            onState={(state) =>
              setParams(
                (before) => {
                  if (state === '') before.delete('state');
                  else before.set('state', state);
                  return before;
                },
                { replace: true },
              )
            }
            disabledReason={disabledReason}
          />
        </>
      ) : error ? null : (
        <Skeleton variant="rounded" height={160} />
      )}
    </DrawerPanel>
  );
}

interface ActionsProps extends Omit<WebhookDrawerProps, 'id' | 'onClose'> {
  webhook: WebhookDto;
  disabledReason: string | undefined;
}

function Actions({ webhook: { id, name, dead }, onEdit, onRotated, disabledReason }: ActionsProps) {
  const t = useTexts();
  const { attempt, confirmAndRun } = useAction();
  const { mutateAsync: test, isPending: isTesting } = useTestWebhook();
  const { mutateAsync: rotate } = useRotateSecret();
  const { mutateAsync: replay } = useReplay();
  const [tested, setTested] = useState<WebhookTestDto | null>(null);
  const runTest = () => void attempt(async () => setTested(await test(id)), null);
  const askRotate = () =>
    void confirmAndRun(
      {
        title: t('webhooks.rotateTitle', { name }),
        body: t('webhooks.rotateBody'),
        confirmLabel: t('webhooks.rotate'),
      },
      async () => onRotated(await rotate(id)),
      null,
    );
  const askReplay = () =>
    void confirmAndRun(
      {
        title: t('webhooks.replayTitle', { name }),
        body: t('webhooks.replayBody'),
        confirmLabel: t('webhooks.replay'),
      },
      () => replay({ id }),
      ({ replayed }) => t('webhooks.replayed', { count: replayed }),
    );
  const disabled = disabledReason !== undefined;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }} title={disabledReason}>
        <Button startIcon={<Send {...icon} />} disabled={disabled || isTesting} onClick={runTest}>
          {t('webhooks.test')}
        </Button>
        <Button startIcon={<SquarePen {...icon} />} disabled={disabled} onClick={onEdit}>
          {t('words.edit')}
        </Button>
        <Button startIcon={<KeyRound {...icon} />} disabled={disabled} onClick={askRotate}>
          {t('webhooks.rotate')}
        </Button>
        {dead > 0 ? (
          <Button startIcon={<RotateCw {...icon} />} disabled={disabled} onClick={askReplay}>
            {t('webhooks.replayDead')}
          </Button>
        ) : null}
      </Box>
      <div role="status">{tested ? <TestResult result={tested} /> : null}</div>
    </>
  );
}

function TestResult({ result: { ok, status, error, duration_ms, answer } }: { result: WebhookTestDto }) {
  const t = useTexts();
  const facts = [
    status === null ? null : t('webhooks.httpStatus', { status }),
    error,
    t('webhooks.milliseconds', { number: duration_ms }),
  ];
  return (
    <Alert tone={ok ? 'success' : 'warning'} title={t(ok ? 'webhooks.testOk' : 'webhooks.testFailed')}>
      {facts.filter(Boolean).join(' · ')}
      {answer === null ? null : (
        <Box
          component="pre"
          sx={{ typography: 'caption', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', m: 0 }}
        >
          {answer}
        </Box>
      )}
    </Alert>
  );
}

function Facts({ webhook }: { webhook: WebhookDto }) {
  const t = useTexts();
  const { url, format, topics, rotated_until, waiting, dead, sequence } = webhook;
  return (
    <DescriptionList
      items={[
        { term: t('words.realm'), value: webhook.realm_name },
        { term: t('webhooks.url'), value: url },
        { term: t('webhooks.format'), value: t(`webhooks.formats.${format}`) },
        {
          term: t('webhooks.topics'),
          value: topics.map((topic) => t(`webhooks.topicNames.${topic}`)).join(', '),
        },
        { term: t('webhooks.sent'), value: formatCount(sequence) },
        { term: t('webhooks.states.waiting'), value: formatCount(waiting) },
        { term: t('webhooks.states.dead'), value: formatCount(dead) },
        {
          term: t('webhooks.rotatedUntil'),
          value: rotated_until && <Instant value={rotated_until} style="date-time" />,
        },
      ]}
    />
  );
}

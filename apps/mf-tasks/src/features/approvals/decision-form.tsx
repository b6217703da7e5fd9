import { Check, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, type ApprovalDto } from '@tessera/api';
import { Alert, useAction } from '@tessera/ui';
import { NumberField, TextField } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { useApprove, useDecline } from '../../approvals/approvals.api';
import { type TasksTexts, useTexts } from '../../texts';

interface Values {
  granted: number | null;
  answer: string;
}

/** Approves what was asked for or less, or declines with an answer. A changed plan is named. */
export function DecisionForm({ request }: { request: ApprovalDto }) {
  const t = useTexts();
  const { id, kind, asked, currency } = request;
  const { attempt } = useAction();
  const { mutateAsync: approve, isPending: isApproving } = useApprove();
  const { mutateAsync: decline, isPending: isDeclining } = useDecline();
  const [changes, setChanges] = useState<string[]>([]);
  const form = useForm<Values>({ defaultValues: { granted: asked, answer: '' } });
  const isBusy = isApproving || isDeclining;
  const hasBudget = asked !== null || kind === 'launch';
  const send = form.handleSubmit(({ granted, answer }) =>
    attempt(async () => {
      try {
        await approve({
          id,
          ...(hasBudget && granted !== null ? { granted } : {}),
          ...(answer ? { answer } : {}),
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'PLAN_CHANGED') setChanges(changeTexts(t, error));
        throw error;
      }
    }, t('approvals.approvedDone')),
  );
  const sendDecline = () => {
    const { answer } = form.getValues();
    if (answer.trim() === '') form.setError('answer', { message: t('approvals.declineMissing') });
    else void attempt(() => decline({ id, answer }), t('approvals.declinedDone'));
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void send(event)}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      {changes.length > 0 ? (
        <Alert tone="warning" title={t('approvals.changed')}>
          <ul style={{ margin: 0, paddingLeft: 18 }}>
            {changes.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {hasBudget ? (
        <NumberField
          control={form.control}
          name="granted"
          label={`${t('approvals.budget')} (${currency ?? ''})`}
          help={asked === null ? undefined : t('approvals.budgetHelp')}
          min={0}
          max={asked ?? undefined}
          decimal
          rules={{ required: t('approvals.budgetMissing') }}
        />
      ) : null}
      <TextField
        control={form.control}
        name="answer"
        label={t('approvals.optional')}
        rows={2}
        maxLength={1000}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          type="submit"
          variant="contained"
          disabled={isBusy}
          startIcon={<Check size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('approvals.approve')}
        </Button>
        <Button
          disabled={isBusy}
          startIcon={<CircleX size={16} strokeWidth={1.75} aria-hidden />}
          onClick={sendDecline}
        >
          {t('approvals.decline')}
        </Button>
      </Box>
    </Box>
  );
}

/** What differs from the plan that was asked for. */
function changeTexts(t: TasksTexts, { context }: ApiError): string[] {
  const differences = context.differences as { lines: unknown[]; removed: number; cost: boolean } | undefined;
  if (!differences) return [];
  const { lines, removed, cost } = differences;
  return [
    ...(lines.length > 0 ? [t('approvals.changedLines', { count: lines.length })] : []),
    ...(removed > 0 ? [t('approvals.changedRemoved', { count: removed })] : []),
    ...(cost ? [t('approvals.changedCost')] : []),
  ];
}

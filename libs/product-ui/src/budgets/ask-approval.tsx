import { Box } from '@mui/material';
import { useForm } from 'react-hook-form';
import { useNavigate } from '@tessera/federation/router';
import { Alert, formatMoney, useLocale, useSnackbar } from '@tessera/ui';
import { FormDialog, TextField } from '@tessera/ui/forms';
import { useBudgetTexts } from './texts';

/** Why something needs an approval: the rule of the realm, and the sums. */
export interface ApprovalNeed {
  rule: 'per_launch' | 'per_event' | 'per_month';
  limit: number;
  /** What is committed already; of a budget of an event or a month, the budget as it is. */
  committed: number;
  /** Null: not known, or no budget. */
  asked: number | null;
  currency: string | null;
}

/** The need of a refusal with APPROVAL_NEEDED; null for any other error. */
export function approvalNeedOf(error: unknown): ApprovalNeed | null {
  if (!(error instanceof Error) || !('code' in error) || !('context' in error)) return null;
  return error.code === 'APPROVAL_NEEDED' ? (error.context as ApprovalNeed) : null;
}

export interface AskApprovalProps {
  need: ApprovalNeed;
  /** What is asked for. */
  kind: 'launch' | 'job_budget' | 'event_budget' | 'month_budget';
  /** Sends the request. */
  ask: (reason: string) => Promise<{ id: number }>;
  /** Called with the address of the request. */
  onAsked: (to: string) => void;
  onClose: () => void;
}

/** Says which rule something is over, and asks a second person for it. */
export function AskApproval({ need, kind, ask, onAsked, onClose }: AskApprovalProps) {
  const t = useBudgetTexts();
  const { locale } = useLocale();
  const { show } = useSnackbar();
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { reason: '' } });
  const { rule, limit, committed, asked, currency } = need;
  const money = (amount: number) => formatMoney(amount, currency, { locale });
  const isPresent = kind === 'event_budget' || kind === 'month_budget';
  const sums = [
    `${t(`ask.rules.${rule}`)}: ${money(limit)}`,
    ...(rule === 'per_launch'
      ? []
      : [`${t(isPresent ? 'ask.present' : 'ask.committed')}: ${money(committed)}`]),
    `${t('ask.asked')}: ${asked === null ? t(isPresent ? 'ask.noBudget' : 'ask.unknownSum') : money(asked)}`,
  ];
  const send = async ({ reason }: { reason: string }) => {
    const { id } = await ask(reason);
    const to = `/approvals/${id}`;
    show({ message: t('ask.sent'), action: { label: t('ask.view'), onSelect: () => void navigate(to) } });
    onAsked(to);
  };
  return (
    <FormDialog
      open
      width={480}
      title={t('ask.title')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      submitLabel={t('ask.send')}
    >
      <Alert tone="warning" title={t(`ask.what.${kind}`)}>
        {sums.join(' · ')}
      </Alert>
      <Box sx={{ color: 'text.secondary' }}>{t(kind === 'launch' ? 'ask.launchHelp' : 'ask.help')}</Box>
      <TextField
        control={form.control}
        name="reason"
        label={t('ask.reason')}
        rows={2}
        maxLength={1000}
        autoFocus
        rules={{ required: t('ask.reasonMissing') }}
      />
    </FormDialog>
  );
}

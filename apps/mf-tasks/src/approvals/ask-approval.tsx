import { useForm } from 'react-hook-form';
import type { JobInputDto } from '@tessera/api';
import { Alert, formatMoney, useAction } from '@tessera/ui';
import { TextField } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { useAskApproval } from './approvals.api';

/** A launch that was refused with APPROVAL_NEEDED, with the rule and the sums. */
export interface RefusedLaunch {
  input: JobInputDto;
  name: string;
  need: {
    rule: 'per_launch' | 'per_event' | 'per_month';
    limit: number;
    committed: number;
    asked: number | null;
    currency: string | null;
  };
}

/** Says which rule a launch is over, and asks a second person for it. `onAsked` gets the request's address. */
export function AskApproval({ launch, onAsked }: { launch: RefusedLaunch; onAsked: (to: string) => void }) {
  const t = useTexts();
  const { input, name, need } = launch;
  const { attempt } = useAction();
  const { mutateAsync: ask, isPending } = useAskApproval();
  const form = useForm({ defaultValues: { reason: '' } });
  const money = (amount: number) => formatMoney(amount, need.currency);
  const send = form.handleSubmit(({ reason }) =>
    attempt(
      async () => {
        const request = await ask({ kind: 'launch', launch: input, reason });
        onAsked(`/approvals/${request.id}`);
      },
      t('approvals.sent', { name }),
    ),
  );
  return (
    <Alert tone="warning" title={t('approvals.askTitle')}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void send(event)}
        sx={{ display: 'grid', gap: 1.5, mt: 0.5 }}
      >
        <div>
          {t('approvals.over', {
            rule: t(`approvals.rules.${need.rule}`),
            limit: money(need.limit),
            committed: money(need.committed),
            asked: need.asked === null ? t('approvals.unknownSum') : money(need.asked),
          })}
        </div>
        <div>{t('approvals.askHelp')}</div>
        <TextField
          control={form.control}
          name="reason"
          label={t('approvals.reason')}
          rows={2}
          maxLength={1000}
          rules={{ required: t('approvals.reasonMissing') }}
        />
        <Box>
          <Button type="submit" variant="contained" disabled={isPending}>
            {t('approvals.ask')}
          </Button>
        </Box>
      </Box>
    </Alert>
  );
}

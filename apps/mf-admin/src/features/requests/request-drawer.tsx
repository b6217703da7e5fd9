import { useQuery } from '@tanstack/react-query';
import { Check, CircleX, Undo2 } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { type ChangeRequestDto, useCan } from '@tessera/api';
import { Alert, Instant, QueryContent, useAction } from '@tessera/ui';
import { NumberField, TextField } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { DescriptionList, DrawerPanel } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { askedText, limitText, RequestState } from './request-columns';
import { requestQuery, useApprove, useDecline, useWithdraw } from './requests.api';

/** A request, what the realm has now, and its answer. */
export function RequestDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTexts();
  const query = useQuery(requestQuery(id));
  const request = query.data;
  return (
    <DrawerPanel
      title={request ? askedText(t, request) : t('requests.title')}
      {...(request ? { subtitle: request.realm_name, status: <RequestState status={request.status} /> } : {})}
      onClose={onClose}
    >
      <QueryContent query={query} inset="none" loading={t('requests.loading')} skeletons={[96]}>
        {(found) => <Details key={found.updated_at} request={found} />}
      </QueryContent>
    </DrawerPanel>
  );
}

function Details({ request }: { request: ChangeRequestDto }) {
  const t = useTexts();
  const isAdmin = useCan('admin', 'all');
  const isOpen = request.status === 'open';
  const isSite = request.kind === 'site';
  return (
    <>
      <DescriptionList
        items={[
          ...(isSite
            ? [{ term: t('requests.siteUrl'), value: request.site_url }]
            : [
                { term: t('requests.present'), value: limitText(t, request, request.present) },
                { term: t('requests.asked'), value: limitText(t, request, request.asked) },
              ]),
          { term: t('requests.reason'), value: request.reason },
          { term: t('requests.who'), value: request.asked_who },
          { term: t('requests.when'), value: <Instant value={request.created_at} /> },
          ...(request.answered_who === null
            ? []
            : [
                { term: t('requests.answered'), value: request.answered_who },
                { term: t('requests.answer'), value: request.answer },
              ]),
          ...(request.status === 'approved' && !isSite
            ? [{ term: t('requests.granted'), value: limitText(t, request, request.granted) }]
            : []),
        ]}
      />
      {isOpen && isAdmin ? <AnswerForm request={request} /> : null}
      {isOpen && !isAdmin ? <WithdrawButton id={request.id} /> : null}
    </>
  );
}

interface Values {
  granted: number | null;
  answer: string;
}

/** Approves with what was asked for or another value, or declines with an answer. */
function AnswerForm({ request }: { request: ChangeRequestDto }) {
  const t = useTexts();
  const { id, kind, asked } = request;
  const { attempt } = useAction();
  const { mutateAsync: approve, isPending: isApproving } = useApprove();
  const { mutateAsync: decline, isPending: isDeclining } = useDecline();
  const form = useForm<Values>({ defaultValues: { granted: asked, answer: '' } });
  const isBusy = isApproving || isDeclining;
  const sendApproval = form.handleSubmit(({ granted, answer }) =>
    attempt(
      () => approve({ id, ...(kind === 'site' ? {} : { granted }), ...(answer ? { answer } : {}) }),
      t('requests.approved'),
    ),
  );
  const sendDecline = () => {
    const { answer } = form.getValues();
    if (answer.trim() === '') form.setError('answer', { message: t('requests.declineMissing') });
    else void attempt(() => decline({ id, answer }), t('requests.declined'));
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void sendApproval(event)}
      sx={{ display: 'grid', gap: 1.5, mt: 1 }}
    >
      {kind === 'site' ? (
        <Alert tone="info">{t('requests.siteDisabled')}</Alert>
      ) : (
        <NumberField
          control={form.control}
          name="granted"
          label={t('requests.newLimit')}
          min={0}
          max={1_000_000}
          {...(kind === 'max_per_customer' ? {} : { rules: { required: t('requests.missing') } })}
        />
      )}
      <TextField
        control={form.control}
        name="answer"
        label={t('requests.optional')}
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
          {t('requests.approve')}
        </Button>
        <Button
          disabled={isBusy}
          startIcon={<CircleX size={16} strokeWidth={1.75} aria-hidden />}
          onClick={sendDecline}
        >
          {t('requests.decline')}
        </Button>
      </Box>
    </Box>
  );
}

function WithdrawButton({ id }: { id: number }) {
  const t = useTexts();
  const { confirmAndRun } = useAction();
  const { mutateAsync: withdraw, isPending } = useWithdraw();
  const question = { title: t('requests.withdrawTitle'), confirmLabel: t('requests.withdraw') };
  return (
    <Box>
      <Button
        disabled={isPending}
        startIcon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => void confirmAndRun(question, () => withdraw(id), t('requests.withdrawn'))}
      >
        {t('requests.withdraw')}
      </Button>
    </Box>
  );
}

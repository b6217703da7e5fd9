import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ApprovalDto, useMayAct, useUser } from '@tessera/api';
import { Link, useParams } from '@tessera/federation/router';
import { formatCosts } from '@tessera/product-ui/costs';
import {
  Alert,
  CountdownText,
  formatMoney,
  Instant,
  Page,
  PageHeader,
  Panel,
  PanelPage,
  QueryContent,
  useAction,
  useLocale,
} from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { DescriptionList } from '@tessera/ui/panels';
import { approvalQuery, commitmentsQuery, useWithdraw } from '../../approvals/approvals.api';
import { useTexts } from '../../texts';
import { ApprovalState, askedText } from './approval-parts';
import { DecisionForm } from './decision-form';

/** /approvals/:id: what is asked, the money of it and what is left after it, and the decision. For phones first. */
export function ApprovalPage() {
  const t = useTexts();
  const id = Number(useParams().id) || null;
  const query = useQuery(approvalQuery(id));
  const { data } = query;
  return (
    <Page>
      <PageHeader
        title={data?.name ?? t('approvals.one')}
        meta={data ? <ApprovalState status={data.status} /> : null}
      />
      <QueryContent query={query} loading={t('approvals.loading')} skeletons={[170, 160, 200]}>
        {(request) => (
          <PanelPage
            sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' } }}
          >
            <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minWidth: 0 }}>
              <Facts request={request} />
              <MoneyPanel request={request} />
            </Box>
            {request.status === 'pending' ? <Decision key={request.updated_at} request={request} /> : null}
          </PanelPage>
        )}
      </QueryContent>
    </Page>
  );
}

function Facts({ request }: { request: ApprovalDto }) {
  const t = useTexts();
  const { locale } = useLocale();
  const { kind, plan, cost, unpriced_seats: unpriced, status, currency, job_id } = request;
  const isDecided = request.decided_who !== null;
  return (
    <Panel title={t(`approvals.kinds.${kind}`)} padded>
      <DescriptionList
        items={[
          { term: t('approvals.asked'), value: <strong>{askedText(t, request)}</strong> },
          ...(status === 'pending'
            ? [{ term: t('approvals.expires'), value: <CountdownText until={request.expires_at} /> }]
            : []),
          ...(plan
            ? [
                { term: t('words.event'), value: request.event_name },
                {
                  term: t('approvals.plan'),
                  value: t('approvals.planned', { tasks: plan.tasks, seats: plan.seats }),
                },
                { term: t('approvals.cost'), value: cost ? formatCosts([cost], locale) : '–' },
                ...(unpriced
                  ? [{ term: '', value: t('approvals.unpriced', { count: unpriced, seats: plan.seats }) }]
                  : []),
                {
                  term: t('approvals.starts'),
                  value: request.scheduled_at ? (
                    <Instant value={request.scheduled_at} />
                  ) : (
                    t('approvals.atOnce')
                  ),
                },
              ]
            : []),
          { term: t('approvals.reason'), value: request.reason },
          { term: t('approvals.who'), value: request.asked_who },
          { term: t('approvals.when'), value: <Instant value={request.created_at} /> },
          ...(isDecided
            ? [
                { term: t('approvals.decided'), value: request.decided_who },
                { term: t('approvals.answer'), value: request.answer },
              ]
            : []),
          ...(status === 'approved'
            ? [
                {
                  term: t('approvals.granted'),
                  value:
                    request.granted === null
                      ? t('approvals.noBudget')
                      : formatMoney(request.granted, currency),
                },
              ]
            : []),
          ...(job_id === null
            ? []
            : [
                {
                  term: t('approvals.job'),
                  value: <Link to={`/jobs/${job_id}`}>{t('approvals.openJob')}</Link>,
                },
              ]),
        ]}
      />
    </Panel>
  );
}

/** The rules of the realm beside what is committed now, and what an approval leaves. */
function MoneyPanel({ request }: { request: ApprovalDto }) {
  const t = useTexts();
  const commitments = useQuery(commitmentsQuery(request.id));
  return (
    <Panel title={t('approvals.money')} padded>
      <QueryContent query={commitments} inset="none" loading={t('approvals.loading')} skeletons={[96]}>
        {({ currency, rules, present }) => (
          <DescriptionList
            items={[
              ...(request.kind === 'launch'
                ? []
                : [
                    {
                      term: t('approvals.present'),
                      value:
                        present === null ? t('approvals.noBudget') : formatMoney(present, request.currency),
                    },
                  ]),
              ...(rules.length === 0 ? [{ term: '', value: t('approvals.noRules') }] : []),
              ...rules.map(({ rule, limit, committed }) => ({
                term: t(`approvals.rules.${rule}`),
                value: [
                  `${t('approvals.limit')}: ${formatMoney(limit, currency)}`,
                  ...(rule === 'per_launch'
                    ? []
                    : [`${t('approvals.committed')}: ${formatMoney(committed, currency)}`]),
                  ...(rule === 'per_launch' ||
                  request.kind !== 'launch' ||
                  request.asked === null ||
                  request.currency !== currency
                    ? []
                    : [
                        `${t('approvals.left')}: ${formatMoney(limit - committed - request.asked, currency)}`,
                      ]),
                ].join(' · '),
              })),
            ]}
          />
        )}
      </QueryContent>
    </Panel>
  );
}

/** The decision of a second person; those who asked may only withdraw. */
function Decision({ request }: { request: ApprovalDto }) {
  const t = useTexts();
  const { id: userId } = useUser();
  const mayApprove = useMayAct('approve');
  const isOwn = request.asked_by === userId;
  return (
    <Panel title={t('approvals.decide')} padded>
      {isOwn ? (
        <>
          <Alert tone="info">{t('approvals.own')}</Alert>
          <WithdrawButton id={request.id} />
        </>
      ) : mayApprove ? (
        <DecisionForm request={request} />
      ) : (
        <Alert tone="info">{t('approvals.needsDuty')}</Alert>
      )}
    </Panel>
  );
}

function WithdrawButton({ id }: { id: number }) {
  const t = useTexts();
  const { confirmAndRun } = useAction();
  const { mutateAsync: withdraw, isPending } = useWithdraw();
  const question = { title: t('approvals.withdrawTitle'), confirmLabel: t('approvals.withdraw') };
  return (
    <Box sx={{ mt: 1.5 }}>
      <Button
        disabled={isPending}
        startIcon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => void confirmAndRun(question, () => withdraw(id), t('approvals.withdrawnDone'))}
      >
        {t('approvals.withdraw')}
      </Button>
    </Box>
  );
}

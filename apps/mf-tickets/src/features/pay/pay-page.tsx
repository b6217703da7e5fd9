import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { serverNow, useLiveFigures, useMayAct, useUser } from '@tessera/api';
import { Link, useEntryRequest, useSearchParams } from '@tessera/federation/router';
import {
  Alert,
  type Command,
  describeError,
  EmptyState,
  ErrorAlert,
  formatInstant,
  formatTotals,
  MoneyTotals,
  Page,
  PageHeader,
  Panel,
  PanelPage,
  totalsByCurrency,
  useClockValue,
  useCommands,
  useConfirm,
  useLocale,
} from '@tessera/ui';
import { Box, Button, Link as MuiLink, Skeleton } from '@tessera/ui/mui';
import { type ExpiringStep, ExpiryPlot } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { useIsNarrow, useIsTight } from '../../use-is-narrow';
import { BasketPanel } from './basket-panel';
import { currentClaim, payableSeats, waitingBaskets } from './baskets';
import { KeyHint } from './login-fields';
import { type BasketDto, type BasketSeat, type Claim, payQueueQuery } from './pay.api';
import { QueuePanel } from './queue-panel';
import { signInName, useBasketActions } from './use-basket-actions';
import { usePayDesk } from './use-pay-desk';

const readId = (value: string | null): number | null =>
  value !== null && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;

/** The pay queue: one basket after another, the one that expires first next, each paid by one person. */
export function PayPage() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const eventId = readId(params.get('event'));
  const jobId = readId(params.get('job'));
  const { id: userId } = useUser();
  const confirm = useConfirm();
  const locale = useLocale();
  const mayPay = useMayAct('pay');
  const isNarrow = useIsNarrow();
  const isTight = useIsTight();
  const reference = useRef<HTMLInputElement>(null);
  const working = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(payQueueQuery({ eventId, jobId }));
  const pay = usePayDesk({ eventId, jobId }, data?.rows);
  const { desk } = pay;
  const basket = desk.phase === 'idle' ? null : desk.basket;
  const actions = useBasketActions(basket);
  // Seats and claims end without a message.
  useClockValue(() =>
    (data?.rows ?? [])
      .map((row) => `${Date.parse(row.expires_at) > serverNow()} ${currentClaim(row, serverNow()) !== null}`)
      .join(),
  );
  const waiting = data ? waitingBaskets(data.rows, serverNow()) : undefined;
  const own = waiting?.find((row) => currentClaim(row, serverNow())?.user_id === userId);
  const free = waiting?.filter((row) => currentClaim(row, serverNow()) === null) ?? [];
  const fresh = free.filter(({ id }) => !pay.skipped.includes(id));
  const blocked = mayPay ? undefined : t('pay.blocked');
  const start = () => void (own ? pay.take(own.id) : pay.next(fresh.length === 0));

  const takeOver = async ({ id, seats, login_name }: BasketDto, { who, claimed_at }: Claim) => {
    const sum = formatTotals(totalsByCurrency(seats));
    const isSure = await confirm({
      title: t('pay.takeOverTitle', { who, login: login_name }),
      body: t('pay.takeOverBody', {
        who,
        time: formatInstant(claimed_at, { ...locale, style: 'time-seconds' }),
      }),
      confirmLabel: t('pay.takeOverSeats', { count: seats.length, sum }),
      danger: true,
    });
    if (isSure) await pay.take(id, true);
  };

  // After a confirmation the keys of the next basket work at once, and screen readers read its heading.
  const id = basket?.id;
  useEffect(() => {
    if (id !== undefined) working.current?.focus();
  }, [id]);

  // The room asks for the next basket, or for a certain one, in the history entry: no link can claim one.
  const { request, forget } = useEntryRequest('pay');
  const canTake = waiting !== undefined && blocked === undefined;
  const take = useEffectEvent((which: unknown) => {
    if (typeof which === 'number') void pay.take(which);
    else if (which === 'next' && (own || free.length > 0)) start();
  });
  useEffect(() => {
    if (canTake && request !== null) {
      take(request);
      forget();
    }
  }, [request, forget, canTake]);

  const group = t('pay.title');
  const paying = desk.phase === 'paying' ? desk.basket : null;
  const isHeld = paying !== null && !payableSeats(paying.seats, serverNow()).late;
  const commands: Command[] = [
    {
      label: t(own && !basket ? 'pay.resumeOwn' : 'pay.next'),
      keys: ['n'],
      run: start,
      disabled: blocked ?? (paying ? t('pay.payingNow') : undefined),
      inPalette: true,
      group,
    },
    ...(paying
      ? [
          { label: t('pay.copyLogin'), keys: ['l'], run: () => actions.copy(signInName(paying)), group },
          ...(isHeld && paying.password.set
            ? [{ label: t('pay.revealPassword'), keys: ['p'], run: () => actions.reveal('password'), group }]
            : []),
          ...(isHeld && paying.card.set
            ? [{ label: t('pay.revealCard'), keys: ['c'], run: () => actions.reveal('card'), group }]
            : []),
          ...(paying.basket ? [{ label: t('pay.open'), keys: ['o'], run: actions.open, group }] : []),
          { label: t('pay.toReference'), keys: ['r'], run: () => reference.current?.focus(), group },
          { label: t('pay.skip'), keys: ['s'], run: () => void pay.skip(), group },
          { label: t('pay.stop'), keys: ['q'], run: () => void pay.stop(), group },
        ]
      : []),
  ];
  useCommands(commands);

  const events = new Set(waiting?.map(({ event_name }) => event_name));
  const isNarrowed = eventId !== null || jobId !== null;
  const only = isNarrowed && events.size === 1 ? [...events][0] : undefined;
  const remove = (filter: 'event' | 'job') =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete(filter);
      return next;
    });
  return (
    <Page>
      <PageHeader
        title={t('pay.title')}
        meta={
          waiting ? (
            <>
              {only && !(isNarrow && jobId !== null) ? `${only} · ` : ''}
              {jobId === null ? null : (
                <>
                  <MuiLink component={Link} to={`/jobs/${jobId}`}>
                    {t('pay.ofJob', { id: jobId })}
                  </MuiLink>
                  {' · '}
                </>
              )}
              {t('pay.basketCount', { count: Math.max(waiting.length, data?.total ?? 0) })}
              {waiting.length > 0 ? (
                <>
                  {' · '}
                  <MoneyTotals totals={totalsByCurrency(waiting.flatMap(({ seats }) => seats))} />
                </>
              ) : null}
            </>
          ) : null
        }
        actions={
          isNarrowed ? (
            <>
              {eventId === null ? null : (
                <Button onClick={() => remove('event')}>{t('pay.allEvents')}</Button>
              )}
              {jobId === null ? null : <Button onClick={() => remove('job')}>{t('pay.allJobs')}</Button>}
            </>
          ) : null
        }
      />
      <PanelPage
        sx={isTight ? {} : { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', alignItems: 'start' }}
      >
        <Box
          ref={working}
          tabIndex={-1}
          {...(desk.phase === 'idle' ? {} : { role: 'region', 'aria-label': t('pay.desk') })}
          sx={{ minWidth: 0, '&:focus, &:focus-visible': { outline: 'none' } }}
        >
          {error && !data ? (
            <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
          ) : desk.phase === 'idle' ? (
            <Panel title={t('pay.desk')}>
              {waiting === undefined ? (
                <Skeleton variant="rounded" height={160} sx={{ m: 2 }} />
              ) : (
                <EmptyState
                  isMainAction
                  action={
                    own || free.length > 0 ? (
                      <Button
                        variant="contained"
                        disabled={blocked !== undefined || pay.isBusy}
                        title={blocked}
                        onClick={start}
                        sx={{ minHeight: { xs: 44, sm: 30 } }}
                      >
                        {t(own ? 'pay.resumeOwn' : fresh.length > 0 ? 'pay.next' : 'pay.again')}
                        <KeyHint aria-hidden>N</KeyHint>
                      </Button>
                    ) : waiting.length === 0 ? (
                      <Button component={Link} to="/tickets?tab=cart&expired=true">
                        {t('pay.showLapsed')}
                      </Button>
                    ) : null
                  }
                >
                  {blocked ??
                    (waiting.length === 0
                      ? t(nothingHeld(eventId, jobId))
                      : free.length === 0 && !own
                        ? t('pay.allTaken')
                        : t('pay.start', { count: free.length }))}
                </EmptyState>
              )}
            </Panel>
          ) : (
            <BasketPanel desk={desk} pay={pay} actions={actions} inputRef={reference} isNarrow={isNarrow} />
          )}
        </Box>
        {waiting && (waiting.length > 0 || error) ? (
          <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
            {error ? <Alert tone="warning" title={t('pay.stale')} /> : null}
            {jobId === null ? (
              <ExpiryPanel eventId={eventId} />
            ) : (
              <ExpirySteps steps={waiting.flatMap(({ seats }) => seats.map(toStep))} />
            )}
            <QueuePanel
              baskets={waiting}
              more={Math.max(0, (data?.total ?? 0) - (data?.rows.length ?? 0))}
              current={paying?.id ?? null}
              blocked={blocked}
              isBusy={pay.isBusy}
              onTake={(taken) => void pay.take(taken)}
              onTakeOver={(taken, claim) => void takeOver(taken, claim)}
            />
          </Box>
        ) : null}
      </PanelPage>
    </Page>
  );
}

/** The text of an empty queue. */
function nothingHeld(eventId: number | null, jobId: number | null) {
  if (jobId !== null) return 'pay.nothingHeldOfJob';
  return eventId === null ? 'pay.nothingHeld' : 'pay.nothingHeldOfEvent';
}

const toStep = ({ expires_at, currency, price }: BasketSeat): ExpiringStep => ({
  at: expires_at,
  currency,
  seats: 1,
  total: price ?? 0,
});

/** What of the queue is lost when, unless somebody pays it. */
function ExpiryPanel({ eventId }: { eventId: number | null }) {
  const steps = useLiveFigures().data?.expiries ?? [];
  return (
    <ExpirySteps steps={eventId === null ? steps : steps.filter(({ event_id }) => event_id === eventId)} />
  );
}

function ExpirySteps({ steps }: { steps: readonly ExpiringStep[] }) {
  const t = useTexts();
  return steps.length === 0 ? null : (
    <Panel title={t('pay.expiries')} padded>
      <ExpiryPlot steps={steps} />
    </Panel>
  );
}

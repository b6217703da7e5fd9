import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import { getRehearsal, type PayersDto, useLive, useMayAct } from '@tessera/api';
import { describeError, ErrorAlert, formatCount, formatInstant, useLocale } from '@tessera/ui';
import { Box, Button, Paper, Skeleton } from '@tessera/ui/mui';
import { forecastFigures, forecastText } from '../../payers/forecast-text';
import { payersQuery } from '../../payers/payers.api';
import { PaymentHelpList } from '../../payers/payment-help';
import { usePayerActions } from '../../payers/use-payer-actions';
import { useTexts } from '../../texts';
import { BigFigure, Small } from './room-panel';

export interface PayersPanelProps {
  eventId: number;
  /** Nobody pays for it any more. */
  isClosed: boolean;
}

/** Who pays for the event, whether they can pay what comes, and what helps if they can't. */
export const PayersPanel = memo(function PayersPanel({ eventId, isClosed }: PayersPanelProps) {
  const t = useTexts();
  const isLive = useLive().status === 'live';
  const { data, error, refetch } = useQuery(payersQuery(eventId, isLive));
  return (
    <Paper
      component="section"
      aria-label={t('onSale.payers.title')}
      data-panel={7}
      tabIndex={-1}
      sx={{
        gridArea: 'payers',
        minWidth: 0,
        px: 2,
        py: 1.25,
        '&:focus-visible': { outline: '2px solid', outlineColor: 'accent.focus', outlineOffset: '-2px' },
      }}
    >
      {data ? (
        <Payers eventId={eventId} payers={data} isClosed={isClosed} />
      ) : error ? (
        <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={48} />
      )}
    </Paper>
  );
});

function Payers({ eventId, payers, isClosed }: { eventId: number; payers: PayersDto; isClosed: boolean }) {
  const t = useTexts();
  const mayLaunch = useMayAct('launch');
  const { isBusy, setOn, askOthers, spreadStarts, buyInstead } = usePayerActions(eventId);
  const { me, forecast } = payers;
  const { help, expire } = forecast;
  const mayPay = me.may_pay && !isClosed;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', lg: 'minmax(0, 1fr) auto auto' },
          alignItems: 'center',
          columnGap: 3,
          rowGap: 1,
        }}
      >
        <People payers={payers} />
        <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' }, gridRow: { xs: 2, lg: 'auto' } }}>
          <Forecast payers={payers} />
        </Box>
        {me.is_on ? (
          <Button variant="outlined" disabled={isBusy} onClick={() => void setOn(false)} sx={button}>
            {t('onSale.payers.off')}
          </Button>
        ) : mayPay ? (
          <Button
            variant={expire > 0 ? 'contained' : 'outlined'}
            disabled={isBusy}
            onClick={() => void setOn(true)}
            sx={button}
          >
            {t('onSale.payers.on')}
          </Button>
        ) : null}
      </Box>
      {help.length > 0 ? (
        <PaymentHelpList
          help={help}
          onAsk={isClosed || getRehearsal() !== null ? undefined : () => void askOthers()}
          onSpread={mayLaunch ? (one) => void spreadStarts(one) : undefined}
          onBuy={mayLaunch ? (one) => void buyInstead(one) : undefined}
        />
      ) : null}
    </Box>
  );
}

const button = { minHeight: { xs: 44, sm: 34 }, justifySelf: 'end', whiteSpace: 'nowrap' } as const;

/** Names that are shown; the others are counted. */
const NAMES = 4;

function People({ payers: { payers, me } }: { payers: PayersDto }) {
  const t = useTexts();
  const { timeZone } = useLocale();
  const names = payers
    .slice(0, NAMES)
    .map(({ name, since }) =>
      t('onSale.payers.since', { name, time: formatInstant(since, { style: 'time', timeZone }) }),
    );
  if (payers.length > NAMES) names.push(t('onSale.payers.others', { count: payers.length - NAMES }));
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        component="h2"
        sx={{ m: 0, fontSize: 'clamp(13px, .95vw, 18px)', lineHeight: 1.4, fontWeight: 600 }}
      >
        {t('onSale.payers.title')}
      </Box>
      <Small>{names.length === 0 ? t('onSale.payers.nobody') : names.join(' · ')}</Small>
      {me.is_on && me.pace_s !== null ? (
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          {t('onSale.payers.pace', { seconds: Math.round(me.pace_s) })}
        </Box>
      ) : null}
    </Box>
  );
}

/** What comes, what can be paid and what expires. */
function Forecast({ payers: { forecast } }: { payers: PayersDto }) {
  const t = useTexts();
  const { timeZone } = useLocale();
  const { come, pay, expire } = forecastFigures(forecast);
  const { baskets, waiting, first_expiry_at: first } = forecast;
  const notCounted = waiting > 0 ? t('onSale.payers.notCounted', { count: waiting }) : null;
  if (baskets === 0)
    return (
      <Small role="status">
        {t('onSale.payers.noBaskets')} {notCounted}
      </Small>
    );
  return (
    <Box>
      <Box
        role="group"
        aria-label={forecastText(t, forecast)}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'repeat(3, minmax(0, 1fr))', lg: 'repeat(3, max-content)' },
          columnGap: { xs: 1.5, lg: 3.5 },
        }}
      >
        <Figure value={formatCount(come)}>{t('onSale.payers.comeNote')}</Figure>
        <Figure value={formatCount(pay)}>{t('onSale.payers.payNote')}</Figure>
        <Figure value={formatCount(expire)} isBad={expire > 0}>
          {expire > 0 && first !== null
            ? t('onSale.payers.expireFrom', {
                time: formatInstant(first, { style: 'time', timeZone }),
              })
            : t('onSale.payers.expireNote')}
        </Figure>
      </Box>
      {notCounted ? <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{notCounted}</Box> : null}
    </Box>
  );
}

const Figure = ({
  value,
  isBad = false,
  children,
}: {
  value: string;
  isBad?: boolean;
  children: ReactNode;
}) => (
  <Box
    sx={{
      display: 'flex',
      flexDirection: { xs: 'column', lg: 'row' },
      alignItems: { xs: 'flex-start', lg: 'center' },
      columnGap: 1,
    }}
  >
    <BigFigure sx={isBad ? { color: 'status.cinnabar.text' } : undefined}>{value}</BigFigure>
    <Small sx={{ maxWidth: { lg: '14ch' }, lineHeight: 1.25 }}>{children}</Small>
  </Box>
);

import { ExternalLink } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { serverNow } from '@tessera/api';
import { formatSeats } from '@tessera/product-ui';
import {
  Alert,
  CountdownText,
  formatInstant,
  MoneyTotals,
  Panel,
  totalsByCurrency,
  useClockValue,
  useLocale,
} from '@tessera/ui';
import { Box, Button, Typography } from '@tessera/ui/mui';
import { CountdownTiles } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { heldSeconds, payableSeats } from './baskets';
import { ConfirmForm } from './confirm-form';
import { ContradictedSeats } from './contradicted-seats';
import { KeyHint, LoginFields } from './login-fields';
import { type BasketActions, signInName } from './use-basket-actions';
import type { Desk, PayDesk } from './use-pay-desk';

export interface BasketPanelProps {
  desk: Exclude<Desk, { phase: 'idle' }>;
  pay: PayDesk;
  actions: BasketActions;
  inputRef: Ref<HTMLInputElement>;
  isNarrow: boolean;
}

/** The basket that the person pays now. */
export function BasketPanel({ desk, pay, actions, inputRef, isNarrow }: BasketPanelProps) {
  const t = useTexts();
  const { basket } = desk;
  // Rendered again when a seat expires, and when it can no longer be recorded.
  useClockValue(() => {
    const { seats, late } = payableSeats(basket.seats, serverNow());
    return `${seats.length} ${late}`;
  });
  const paid = payableSeats(basket.seats, serverNow());
  const canPay = desk.phase === 'paying' && !paid.late;
  const canRecord = paid.seats.length > 0 && (desk.phase !== 'gone' || paid.late);
  // Once expired it may have been paid already: only its secrets end with its seats.
  const canOpen = canRecord && desk.phase !== 'taken';
  const isOpenNext = canPay && basket.basket !== null && !actions.isOpened;
  const form = canRecord ? (
    <ConfirmForm
      key={basket.id}
      paid={paid}
      isBusy={pay.isBusy}
      isNarrow={isNarrow}
      isMain={!isOpenNext}
      inputRef={inputRef}
      onConfirm={(reference) => pay.confirm(paid, reference)}
    />
  ) : null;
  const others = (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', '& > *': { minHeight: { xs: 44, sm: 30 } } }}>
      {desk.phase === 'paying' ? (
        <>
          <Button onClick={() => void pay.skip()} disabled={pay.isBusy}>
            {t('pay.skip')}
            <KeyHint aria-hidden>S</KeyHint>
          </Button>
          <Button variant="text" onClick={() => void pay.stop()} disabled={pay.isBusy}>
            {t('pay.stop')}
            <KeyHint aria-hidden>Q</KeyHint>
          </Button>
        </>
      ) : (
        <Button onClick={() => void pay.next()} disabled={pay.isBusy}>
          {t('pay.next')}
          <KeyHint aria-hidden>N</KeyHint>
        </Button>
      )}
    </Box>
  );
  return (
    <Panel title={basket.event_name} meta={basket.site_name} sx={isNarrow ? { overflow: 'visible' } : {}}>
      <Box sx={{ p: { xs: 2, sm: '14px' }, display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
          <Typography component="p" sx={{ fontSize: 40, lineHeight: '48px', fontWeight: 600 }}>
            <CountdownText
              until={basket.expires_at}
              form="clock"
              now={serverNow}
              label={`${basket.event_name}, ${basket.login_name}`}
            />
          </Typography>
          <CountdownTiles until={basket.expires_at} totalSeconds={heldSeconds(basket)} now={serverNow} />
          <Box sx={{ flex: 1 }} />
          <Typography component="p" variant="h2">
            <MoneyTotals totals={totalsByCurrency(basket.seats)} />
          </Typography>
        </Box>
        <Typography component="p" sx={{ fontWeight: 600 }}>
          {t('pay.seatCount', { count: basket.seats.length })}: {formatSeats(basket.seats)}
        </Typography>
        <State desk={desk} pay={pay} />
        <ContradictedSeats seats={paid.late ? [] : basket.seats} />
        {canOpen ? <LoginFields basket={basket} actions={actions} withSecrets={canPay} /> : null}
        {isNarrow ? (
          <>
            {others}
            <ThumbBar>
              {canOpen ? (
                <Box sx={{ display: 'flex', gap: 1, '& > *': { flex: 1, minHeight: 44, px: 1 } }}>
                  <Button onClick={() => actions.copy(signInName(basket))}>{t('pay.login')}</Button>
                  {canPay && basket.password.set ? (
                    <Button onClick={() => actions.reveal('password')}>{t('pay.secret.password')}</Button>
                  ) : null}
                  <OpenButton
                    basket={basket.basket}
                    label={t('pay.openShort')}
                    isMain={isOpenNext}
                    onOpened={actions.onOpened}
                  />
                </Box>
              ) : null}
              {form}
            </ThumbBar>
          </>
        ) : (
          <>
            {canOpen ? (
              <OpenButton
                basket={basket.basket}
                label={t('pay.open')}
                keyName="O"
                isMain={isOpenNext}
                onOpened={actions.onOpened}
              />
            ) : null}
            {form}
            {others}
          </>
        )}
      </Box>
    </Panel>
  );
}

/** What happened to the basket, and what the person can still do. */
function State({ desk, pay }: Pick<BasketPanelProps, 'desk' | 'pay'>) {
  const t = useTexts();
  const locale = useLocale();
  const { seats, late, until } = payableSeats(desk.basket.seats, serverNow());
  if (desk.phase === 'taken')
    return (
      <Alert tone="warning" title={t('pay.takenBy', { who: desk.who })}>
        {t('pay.takenHelp')}
      </Alert>
    );
  if (late) {
    const time = formatInstant(until, { ...locale, style: 'time-seconds' });
    return seats.length > 0 ? (
      <Alert tone="warning" title={t('pay.lapsed')}>
        {t('pay.lapsedHelp', { time })}
      </Alert>
    ) : (
      <Alert tone="error" title={t('pay.tooLate')} />
    );
  }
  if (desk.phase === 'gone')
    return (
      <Alert tone="warning" title={t('pay.gone')}>
        {t('pay.goneHelp')}
      </Alert>
    );
  if (pay.isOffline)
    return (
      <Alert tone="warning" title={t('pay.offline')}>
        {t('pay.offlineHelp')}
      </Alert>
    );
  return null;
}

const OpenButton = ({
  basket,
  label,
  keyName,
  isMain,
  onOpened,
}: {
  basket: string | null;
  label: string;
  keyName?: string;
  isMain: boolean;
  onOpened: () => void;
}) => {
  const t = useTexts();
  if (!basket) return <Box sx={{ color: 'text.secondary' }}>{t('pay.noBasket')}</Box>;
  return (
    <Button
      component="a"
      variant={isMain ? 'contained' : 'outlined'}
      onClick={onOpened}
      href={basket}
      target="_blank"
      rel="noopener noreferrer"
      startIcon={<ExternalLink size={16} strokeWidth={1.75} aria-hidden />}
      sx={{ justifySelf: 'start' }}
    >
      {label}
      {keyName ? <KeyHint aria-hidden>{keyName}</KeyHint> : null}
    </Button>
  );
};

/** The buttons that pay, at the bottom of a narrow screen, where the thumb is. */
const ThumbBar = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      position: 'sticky',
      bottom: -16,
      display: 'grid',
      gap: 1,
      mx: -2,
      mb: -2,
      px: 2,
      pt: 1.5,
      pb: 2,
      bgcolor: 'background.paper',
      borderTop: 1,
      borderColor: 'line.main',
      zIndex: 2,
    }}
  >
    {children}
  </Box>
);

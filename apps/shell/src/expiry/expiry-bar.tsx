import { AlarmClock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type ExpiryStep, getRehearsal, serverNow, useLiveFigures, useMayAct, useUser } from '@tessera/api';
import { Link, useLocation } from '@tessera/federation/router';
import {
  type CurrencyTotal,
  formatClock,
  formatTotals,
  InterpolatedText,
  lapsingSeconds,
  totalsByCurrency,
  useClockValue,
  useLocale,
  VisuallyHidden,
} from '@tessera/ui';
import { Button, styled } from '@tessera/ui/mui';
import { useMayOpen } from '../access/use-may-open';
import { usePreferences } from '../features/account/preferences';
import { setTitleNotice } from '../navigation/document-title';
import { type ShellTexts, useTexts } from '../texts';
import { playChime } from './chime';

/** With this many seconds left the bar turns red. */
const RED_SECONDS = 60;
/** With this many seconds left the sound is repeated. */
const LAST_CALL_SECONDS = 30;

const Bar = styled('div')(({ theme: { vars, typography, breakpoints } }) => ({
  ...typography.body2,
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 40,
  padding: '4px 24px',
  fontVariantNumeric: 'tabular-nums',
  color: vars.palette.status.on,
  backgroundColor: vars.palette.status.ochre.main,
  '&.red': { backgroundColor: vars.palette.status.cinnabar.main },
  '& .words': { flex: 1, minWidth: 0 },
  '& b': { fontWeight: 700 },
  '& svg': { flex: 'none' },
  '& .MuiButton-root': {
    color: 'inherit',
    borderColor: 'currentColor',
    backgroundColor: 'transparent',
    flex: 'none',
  },
  '& .MuiButton-root:focus-visible': { outlineColor: vars.palette.status.on },
  [breakpoints.down('sm')]: { padding: '4px 12px' },
}));

/**
 * The seats of the pay queue that expire within two minutes, once a second. Administrators act in no realm, so that they
 * see only those of a rehearsal that they have entered.
 */
function useExpiring(): ExpiringSeats | null {
  const { role } = useUser();
  const steps = useLiveFigures().data?.expiries ?? [];
  const isActing = role !== 'admin' || getRehearsal() !== null;
  // A text, since a new object each second would be a new value.
  const shown = useClockValue(() => JSON.stringify(isActing ? findExpiring(steps, serverNow()) : null));
  return JSON.parse(shown) as ExpiringSeats | null;
}

const describe = (t: ShellTexts, { seats, totals }: ExpiringSeats, locale: string): string =>
  [t('expiry.seats', { count: seats }), totals.length > 0 ? formatTotals(totals, { locale }) : '']
    .filter(Boolean)
    .join(', ');

/** Warns on every page of seats that expire within two minutes unless somebody pays them. */
export function ExpiryBar() {
  const t = useTexts();
  const { locale } = useLocale();
  const expiring = useExpiring();
  const what = expiring && describe(t, expiring, locale);
  // Announced once, when the bar appears; the live region has to be there before.
  const [announced, setAnnounced] = useState('');
  if (what !== null && announced === '') setAnnounced(t('expiry.announcement', { what }));
  if (what === null && announced !== '') setAnnounced('');
  return (
    <>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      {expiring && what !== null ? (
        <Countdown what={what} count={expiring.seats} until={expiring.at} />
      ) : null}
    </>
  );
}

interface CountdownProps {
  what: string;
  count: number;
  /** Epoch milliseconds. */
  until: number;
}

function Countdown({ what, count, until }: CountdownProps) {
  const t = useTexts();
  const { pathname } = useLocation();
  const mayOpen = useMayOpen();
  const mayPay = useMayAct('pay');
  const { expiry_sound: hasSound = false } = usePreferences();
  const left = useClockValue(() => Math.max(0, Math.ceil((until - serverNow()) / 1000)));
  const clock = formatClock(left);
  const isLastCall = left <= LAST_CALL_SECONDS;

  useEffect(() => setTitleNotice(`${clock} ${what}`), [clock, what]);
  useEffect(() => () => setTitleNotice(null), []);
  useEffect(() => {
    if (hasSound) void playChime();
  }, [hasSound, isLastCall]);

  return (
    <Bar role="region" aria-label={t('expiry.title')} className={left <= RED_SECONDS ? 'red' : ''}>
      <AlarmClock size={18} strokeWidth={2} aria-hidden />
      <span className="words">
        <InterpolatedText
          text={(values) => t('expiry.text', { ...values, count })}
          elements={{
            what: <b>{what}</b>,
            time: (
              <b role="timer" aria-live="off">
                {clock}
              </b>
            ),
          }}
        />
      </span>
      {mayOpen('/pay') && pathname !== '/pay' ? (
        <Button component={Link} to="/pay" size="small" variant="outlined">
          {t(mayPay ? 'expiry.pay' : 'expiry.show')}
        </Button>
      ) : null}
    </Bar>
  );
}

/** The seats to pay that expire next, within two minutes. */
interface ExpiringSeats {
  seats: number;
  /** Their price by currency; empty when it isn't known. */
  totals: readonly CurrencyTotal[];
  /** When the first of them expires, in epoch milliseconds. */
  at: number;
}

/** Sums up what expires within two minutes of a moment; null when nothing does. */
function findExpiring(steps: readonly ExpiryStep[], now: number): ExpiringSeats | null {
  const near = steps.filter(({ at }) => {
    const left = Date.parse(at) - now;
    return left > 0 && left <= lapsingSeconds * 1000;
  });
  if (near.length === 0) return null;
  return {
    seats: near.reduce((sum, { seats }) => sum + seats, 0),
    totals: totalsByCurrency(
      near.filter(({ total }) => total > 0).map(({ total, currency }) => ({ price: total, currency })),
    ),
    at: Math.min(...near.map(({ at }) => Date.parse(at))),
  };
}

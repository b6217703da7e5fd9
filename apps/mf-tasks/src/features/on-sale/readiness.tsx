import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX, FlaskConical, type LucideIcon, Rocket } from 'lucide-react';
import type { NextSaleDto } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { describeError, ErrorAlert, formatInstant, type Hue, Panel, useLocale } from '@tessera/ui';
import { Box, Button, Skeleton } from '@tessera/ui/mui';
import { type TasksTexts, useTexts } from '../../texts';
import { countFaults } from './login-check-bar';
import { readinessQuery } from './on-sale.api';

type Check = NextSaleDto['checks'][number];

const appearance: Record<Check['state'], { icon: LucideIcon; hue: Hue }> = {
  ok: { icon: CircleCheck, hue: 'verdigris' },
  warning: { icon: CircleAlert, hue: 'ochre' },
  blocked: { icon: CircleX, hue: 'cinnabar' },
};

/** A room without tasks: what is ready for the on-sale, and how to get on; `launch` only for those who may. */
export function Readiness({ eventId, launch }: { eventId: number; launch: (() => void) | undefined }) {
  const t = useTexts();
  const { data, error, refetch } = useQuery(readinessQuery(eventId));
  return (
    <Box sx={{ gridColumn: '1 / -1', maxWidth: 720, width: '100%', justifySelf: 'center' }}>
      <Panel title={t('onSale.ready.title')} padded>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ color: 'text.secondary' }}>{t(launch ? 'onSale.ready.begin' : 'onSale.empty')}</Box>
          {error && !data ? (
            <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
          ) : data === undefined ? (
            <Skeleton variant="rounded" height={160} />
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
              {(data?.checks ?? []).map((check) => (
                <CheckLine key={check.check} check={check} loginCheck={data?.login_check ?? null} />
              ))}
            </Box>
          )}
          {launch ? (
            <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
              <Button
                variant="contained"
                onClick={launch}
                startIcon={<Rocket size={16} strokeWidth={1.75} aria-hidden />}
              >
                {t('words.launch')}
              </Button>
              <Button
                component={Link}
                to={`/rehearsals?rehearse=event-${eventId}`}
                startIcon={<FlaskConical size={16} strokeWidth={1.75} aria-hidden />}
              >
                {t('rehearsals.rehearse')}
              </Button>
            </Box>
          ) : null}
        </Box>
      </Panel>
    </Box>
  );
}

function CheckLine({ check, loginCheck }: { check: Check; loginCheck: NextSaleDto['login_check'] }) {
  const t = useTexts();
  const { timeZone } = useLocale();
  const { icon: Icon, hue } = appearance[check.state];
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 24 }}>
      <Box component="span" sx={{ display: 'inline-flex', color: `status.${hue}.main`, flex: 'none' }}>
        <Icon size={16} strokeWidth={2} role="img" aria-label={t(`onSale.ready.state.${check.state}`)} />
      </Box>
      {check.check === 'login_check'
        ? describeLoginCheck(t, loginCheck, (at) => formatInstant(at, { style: 'time', timeZone }))
        : describeCheck(t, check.check, check)}
    </Box>
  );
}

/** "11 of 12 logins signed in at 21:00; 1 wrong password". */
function describeLoginCheck(
  t: TasksTexts,
  found: NextSaleDto['login_check'],
  time: (at: string) => string,
): string {
  if (!found) return '';
  const signedIn = { have: found.active, need: found.planned };
  return [
    found.checked_at === null
      ? t('onSale.ready.signingIn', signedIn)
      : t('onSale.logins.signedIn', { ...signedIn, time: time(found.checked_at) }),
    ...countFaults(t, found),
  ].join('; ');
}

function describeCheck(
  t: TasksTexts,
  check: Exclude<Check['check'], 'login_check'>,
  { state, have, need }: Check,
): string {
  switch (check) {
    case 'plan':
      return need > 0 ? t('onSale.ready.planned', { count: need }) : t('onSale.ready.noTemplate');
    case 'logins':
      return need > 0 ? t('onSale.ready.logins', { have, need }) : t('onSale.ready.loginsLater');
    case 'limit':
      return t(state === 'ok' ? 'onSale.ready.limit' : 'onSale.ready.limitTooLow', { have, need });
    case 'workers':
      return state === 'blocked' ? t('onSale.ready.noWorker') : t('onSale.ready.slots', { count: have });
    case 'payers':
      return have > 0
        ? t('onSale.ready.payers', { have, need })
        : t('onSale.ready.noPayers', { count: need });
    case 'rehearsal':
      return need > 0 ? t('onSale.ready.rehearsed', { have, need }) : t('onSale.ready.notRehearsed');
  }
}

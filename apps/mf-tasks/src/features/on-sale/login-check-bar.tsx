import { useQuery } from '@tanstack/react-query';
import { Ban, KeyRound } from 'lucide-react';
import { type LoginCheckDto, useMayAct, useMayWrite } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { describeError, ErrorAlert, formatInstant, useAction, useLocale } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { type TasksTexts, useTexts } from '../../texts';
import { loginCheckQuery, useLoginCheck } from './on-sale.api';
import { useDisableLogin } from './use-disable-login';

const faults = ['wrong_password', 'locked', 'code_needed', 'unknown'] as const;
type Fault = (typeof faults)[number];

/** Logins with a fault that are listed by name; the logins page has all. */
const MAX_LISTED = 6;

interface LoginCheckBarProps {
  eventId: number;
  siteId: number;
}

/** Before the on-sale: what the check of the planned logins found, with its commands; nothing without planned logins. */
export function LoginCheckBar({ eventId, siteId }: LoginCheckBarProps) {
  const t = useTexts();
  const { timeZone } = useLocale();
  const { attempt } = useAction();
  const mayLaunch = useMayAct('launch');
  const { data: check, error, refetch } = useQuery(loginCheckQuery(eventId));
  const { mutateAsync: command, isPending } = useLoginCheck(eventId);
  if (error && !check) return <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />;
  if (!check || check.planned === 0) return null;

  // An administrator sees every realm, and asks for one.
  const [realm_id, ...others] = new Set(check.logins.map((login) => login.realm_id));
  const mayCommand = mayLaunch && others.length === 0;
  const open = check.waiting + check.running;
  const isFaulty = faults.some((fault) => check[fault] > 0);
  return (
    <Box
      component="section"
      aria-label={t('onSale.logins.title')}
      sx={{
        display: 'grid',
        gap: 1,
        px: 2,
        py: 1,
        borderRadius: '8px',
        bgcolor: isFaulty ? 'status.ochre.tint' : 'status.lapis.tint',
        color: isFaulty ? 'status.ochre.text' : 'status.lapis.text',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <KeyRound size={16} strokeWidth={1.75} aria-hidden />
        <Box role="status" sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
          {sentencesOf(t, check, (at) => formatInstant(at, { style: 'time', timeZone })).map((sentence) => (
            <Box key={sentence}>{sentence}</Box>
          ))}
        </Box>
        {isFaulty ? (
          <Button component={Link} to={`/sites/${siteId}/logins?check=${faults.join()}`} color="inherit">
            {t('onSale.logins.openLogins')}
          </Button>
        ) : null}
        {mayCommand && open > 0 ? (
          <Button
            color="inherit"
            disabled={isPending || check.waiting === 0}
            onClick={() =>
              void attempt(() => command({ ask: false, realm_id }), t('onSale.logins.withdrawn'))
            }
          >
            {t('onSale.logins.withdraw')}
          </Button>
        ) : null}
        {mayCommand && open === 0 ? (
          <Button
            color="inherit"
            variant="outlined"
            disabled={isPending}
            onClick={() => void attempt(() => command({ ask: true, realm_id }), t('onSale.logins.asked'))}
          >
            {t('onSale.logins.check')}
          </Button>
        ) : null}
      </Box>
      {isFaulty ? <FaultyLogins check={check} /> : null}
    </Box>
  );
}

/** The logins that can't sign in, each with a button that disables it. */
function FaultyLogins({ check }: { check: LoginCheckDto }) {
  const t = useTexts();
  const mayWrite = useMayWrite();
  const disable = useDisableLogin();
  const found = faults.flatMap((fault) =>
    check.logins.filter(({ state }) => state === fault).map((login) => ({ fault, login })),
  );
  const more = found.length - MAX_LISTED;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pl: { sm: 3.5 }, display: 'grid', gap: 0.5 }}>
      {found.slice(0, MAX_LISTED).map(({ fault, login: { login_id: id, login: name, message } }) => (
        <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 28 }}>
          <Box
            component="span"
            title={message ?? undefined}
            sx={{ flex: { xs: '1 1 auto', sm: '0 1 auto' }, minWidth: 0, overflowWrap: 'anywhere' }}
          >
            <Box component="span" sx={{ fontWeight: 600 }}>
              {name}
            </Box>
            {`: ${t(`onSale.logins.is.${fault}`)}`}
          </Box>
          {mayWrite ? (
            <Button
              size="small"
              color="inherit"
              aria-label={t('onSale.logins.disableNamed', { name })}
              startIcon={<Ban size={14} strokeWidth={1.75} aria-hidden />}
              onClick={() => void disable({ id, name })}
              sx={{ flex: 'none' }}
            >
              {t('onSale.logins.disable')}
            </Button>
          ) : null}
        </Box>
      ))}
      {more > 0 ? <li>{t('onSale.logins.more', { count: more })}</li> : null}
    </Box>
  );
}

function sentencesOf(t: TasksTexts, check: LoginCheckDto, time: (at: string) => string): string[] {
  const { planned, active, unchecked, workers, checked_at, ends_at } = check;
  const open = check.waiting + check.running;
  return [
    checked_at === null
      ? t('onSale.logins.unchecked', { count: planned })
      : [
          t('onSale.logins.signedIn', { have: active, need: planned, time: time(checked_at) }),
          ...countFaults(t, check),
        ].join('; '),
    checked_at !== null && unchecked > 0 ? t('onSale.logins.others', { count: unchecked }) : '',
    open > 0 && ends_at !== null ? t('onSale.logins.open', { count: open, time: time(ends_at) }) : '',
    open > 0 && workers === 0 ? t('onSale.logins.noWorker') : '',
  ].filter(Boolean);
}

/** How many logins have each fault: "1 wrong password". */
export const countFaults = (t: TasksTexts, found: Readonly<Record<Fault, number>>): string[] =>
  faults
    .filter((fault) => found[fault] > 0)
    .map((fault) => t(`onSale.logins.fault.${fault}`, { count: found[fault] }));

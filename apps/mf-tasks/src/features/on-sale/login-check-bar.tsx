import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type LoginCheckDto, useMayAct } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { describeError, ErrorAlert, formatInstant, useAction, useLocale } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { type TasksTexts, useTexts } from '../../texts';
import { loginCheckQuery, useLoginCheck } from './on-sale.api';

const faults = ['wrong_password', 'locked', 'code_needed', 'unknown'] as const;

/** Before the on-sale: what the check of the planned logins found, with its commands; nothing without planned logins. */
export function LoginCheckBar({ eventId, siteId }: { eventId: number; siteId: number }) {
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
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1,
        borderRadius: '8px',
        bgcolor: isFaulty ? 'status.ochre.tint' : 'status.lapis.tint',
        color: isFaulty ? 'status.ochre.text' : 'status.lapis.text',
      }}
    >
      <KeyRound size={16} strokeWidth={1.75} aria-hidden />
      <Box role="status" sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {sentencesOf(t, check, (at) => formatInstant(at, { style: 'time', timeZone })).map((sentence) => (
          <Box key={sentence}>{sentence}</Box>
        ))}
      </Box>
      {isFaulty ? (
        <Button component={Link} to={`/sites/${siteId}/logins`} color="inherit">
          {t('onSale.logins.openLogins')}
        </Button>
      ) : null}
      {mayCommand && open > 0 ? (
        <Button
          color="inherit"
          disabled={isPending || check.waiting === 0}
          onClick={() => void attempt(() => command({ ask: false, realm_id }), t('onSale.logins.withdrawn'))}
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
  );
}

function sentencesOf(t: TasksTexts, check: LoginCheckDto, time: (at: string) => string): string[] {
  const { planned, active, unchecked, workers, checked_at, ends_at } = check;
  const open = check.waiting + check.running;
  return [
    checked_at === null
      ? t('onSale.logins.unchecked', { count: planned })
      : t('onSale.logins.signedIn', { have: active, need: planned, time: time(checked_at) }),
    checked_at !== null && unchecked > 0 ? t('onSale.logins.others', { count: unchecked }) : '',
    ...faults.map((fault) => {
      const names = check.logins.filter(({ state }) => state === fault).map(({ login }) => login);
      return names.length === 0
        ? ''
        : t(`onSale.logins.fault.${fault}`, { count: names.length, names: names.join(', ') });
    }),
    open > 0 && ends_at !== null ? t('onSale.logins.open', { count: open, time: time(ends_at) }) : '',
    open > 0 && workers === 0 ? t('onSale.logins.noWorker') : '',
  ].filter(Boolean);
}

import {
  Ban,
  Check,
  Clock,
  KeyRound,
  Lock,
  type LucideIcon,
  MessageSquareLock,
  TriangleAlert,
} from 'lucide-react';
import type { LastCheckDto, LoginDto } from '@tessera/api';
import { type Hue, Instant, StatusBadge } from '@tessera/ui';
import { Box, Button, IconButton } from '@tessera/ui/mui';
import { useTexts } from '../../../texts';

export type CheckState = LastCheckDto['state'];

/** In the order in which the filter offers them. */
export const checkStates = [
  'wrong_password',
  'locked',
  'code_needed',
  'unknown',
  'active',
  'waiting',
] as const satisfies readonly CheckState[];

const appearance: Readonly<Record<CheckState, { icon: LucideIcon; hue: Hue; variant: 'solid' | 'open' }>> = {
  waiting: { icon: Clock, hue: 'stone', variant: 'open' },
  active: { icon: Check, hue: 'verdigris', variant: 'solid' },
  wrong_password: { icon: KeyRound, hue: 'cinnabar', variant: 'solid' },
  locked: { icon: Lock, hue: 'cinnabar', variant: 'solid' },
  code_needed: { icon: MessageSquareLock, hue: 'ochre', variant: 'solid' },
  unknown: { icon: TriangleAlert, hue: 'ochre', variant: 'open' },
};

/** Whether a task couldn't sign in with the login, which may still do so. */
const isFaulty = ({ last_check, status }: LoginDto): boolean =>
  last_check !== null && status !== 'disabled' && !['active', 'waiting'].includes(last_check.state);

/** What the last check found. */
export function CheckBadge({ state }: { state: CheckState }) {
  const t = useTexts();
  return <StatusBadge {...appearance[state]}>{t(`loginChecks.states.${state}`)}</StatusBadge>;
}

/** When the last check was made or, before that, is made at the earliest. */
const CheckTime = ({ check }: { check: LastCheckDto }) => (
  <Instant value={check.checked_at ?? check.due_at} />
);

interface LastCheckProps {
  login: LoginDto;
  /** Undefined: the user may not disable logins. */
  onDisable: (() => void) | undefined;
}

/** The last check in a row of the list; beside a bad result a button that disables the login. */
export function LastCheckCell({ login, onDisable }: LastCheckProps) {
  const t = useTexts();
  const { last_check: check, name } = login;
  if (!check) return <>–</>;
  return (
    <>
      <CheckBadge state={check.state} />
      {onDisable && isFaulty(login) ? (
        <IconButton
          size="small"
          aria-label={t('loginChecks.disableNamed', { name })}
          title={t('loginChecks.disable')}
          onClick={onDisable}
          sx={{ ml: 0.5 }}
        >
          <Ban size={14} strokeWidth={1.75} aria-hidden />
        </IconButton>
      ) : null}
      <span className="reason">
        <CheckTime check={check} />
      </span>
    </>
  );
}

/** The last check in the drawer: result, when, the worker's words, and what can be done about it. */
export function LastCheckSection({
  login,
  onDisable,
  onCheck,
}: LastCheckProps & {
  /** Undefined: the user may not have logins checked. */
  onCheck: (() => void) | undefined;
}) {
  const t = useTexts();
  const { last_check: check } = login;
  if (!check && !onCheck) return null;
  return (
    <Box
      component="section"
      aria-label={t('loginChecks.last')}
      sx={{ display: 'grid', gap: 1, p: 1.5, border: 1, borderColor: 'line.subtle', borderRadius: '8px' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
        <Box component="span" sx={{ typography: 'subtitle2' }}>
          {t('loginChecks.last')}
        </Box>
        {check ? <CheckBadge state={check.state} /> : null}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {check ? <CheckTime check={check} /> : t('loginChecks.never')}
        </Box>
      </Box>
      {check?.message ? <Box sx={{ overflowWrap: 'anywhere' }}>{check.message}</Box> : null}
      {onCheck || (onDisable && isFaulty(login)) ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {onCheck && check?.state !== 'waiting' && login.status !== 'disabled' ? (
            <Button variant="outlined" size="small" onClick={onCheck}>
              {t('loginChecks.check')}
            </Button>
          ) : null}
          {onDisable && isFaulty(login) ? (
            <Button
              size="small"
              color="error"
              startIcon={<Ban size={16} strokeWidth={1.75} aria-hidden />}
              onClick={onDisable}
            >
              {t('loginChecks.disable')}
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
}

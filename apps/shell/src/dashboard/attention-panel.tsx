import { useServerNow, type Attention } from '@tessera/api';
import { CountdownText, EmptyState, Filled, formatInstant, Panel, useLocale, type Hue } from '@tessera/ui';
import { Box, Button, styled } from '@mui/material';
import { AlarmClock, ServerOff, UserX, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../texts';
import { attentionLines, type AttentionLine } from './attention';

const looks: Record<Attention['kind'], { icon: LucideIcon; hue: Hue }> = {
  hold_lapsing: { icon: AlarmClock, hue: 'ochre' },
  login_failed: { icon: UserX, hue: 'cinnabar' },
  worker_lost: { icon: ServerOff, hue: 'ochre' },
};

const Line = styled('li')<{ hue: Hue }>(({ theme: { vars, typography }, hue }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '9px 14px',
  borderBottom: `1px solid ${vars.palette.line.subtle}`,
  '&:last-of-type': { borderBottom: 0 },
  '& .icon': {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    width: 26,
    height: 26,
    borderRadius: 4,
    backgroundColor: vars.palette.status[hue].tint,
    color: vars.palette.status[hue].main,
  },
  '& .words': { flex: 1, minWidth: 0 },
  '& .title': {
    fontWeight: 600,
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .detail': { ...typography.caption, color: vars.palette.text.secondary },
}));

const Count = styled('span')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  fontWeight: 600,
  minWidth: 18,
  padding: '1px 5px',
  borderRadius: 4,
  textAlign: 'center',
  backgroundColor: vars.palette.status.ochre.main,
  color: vars.palette.status.on,
}));

/** What people should look at now: lapsing seats, logins that failed, workers not heard of. */
export function AttentionPanel({ items, cart }: { items: readonly Attention[]; cart: boolean }) {
  const t = useTexts();
  const lines = attentionLines(items);
  return (
    <Panel
      title={t('dashboard.attention.title')}
      meta={lines.length > 0 ? <Count>{lines.length}</Count> : null}
    >
      {lines.length === 0 ? <EmptyState>{t('dashboard.attention.none')}</EmptyState> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lines.map((line) => (
          <AttentionRow key={line.key} line={line} cart={cart} />
        ))}
      </Box>
    </Panel>
  );
}

function AttentionRow({ line, cart }: { line: AttentionLine; cart: boolean }) {
  const t = useTexts();
  const { icon: Icon, hue } = looks[line.kind];
  return (
    <Line hue={hue}>
      <span className="icon">
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </span>
      <span className="words">
        <span className="title" title={line.title}>
          {line.kind === 'login_failed'
            ? t('dashboard.attention.loginFailed', { name: line.title })
            : line.title}
        </span>
        <span className="detail">
          <Detail line={line} />
        </span>
      </span>
      {line.kind === 'hold_lapsing' && cart ? (
        <Button component={Link} to="/tickets?tab=cart" size="small" variant="contained">
          {t('dashboard.attention.openCart')}
        </Button>
      ) : null}
    </Line>
  );
}

function Detail({ line }: { line: AttentionLine }) {
  const t = useTexts();
  const locale = useLocale();
  const now = useServerNow();
  const time = formatInstant(line.at, { ...locale, style: 'time' });
  if (line.kind === 'worker_lost') return t('dashboard.attention.workerLost', { time });
  if (line.kind === 'login_failed')
    return [line.detail, line.at && t('dashboard.attention.at', { time })].filter(Boolean).join(', ');
  const seats =
    line.count === 1 && line.detail !== null
      ? line.detail
      : t('dashboard.attention.seats', { count: line.count });
  if (line.at && Date.parse(line.at) <= now) return t('dashboard.attention.lapsed', { seats });
  return (
    <Filled
      text={(places) => t('dashboard.attention.lapse', { ...places, seats })}
      parts={{ time: line.at ? <CountdownText until={line.at} label={line.title} /> : '–' }}
    />
  );
}

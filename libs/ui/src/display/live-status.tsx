import { styled } from '@mui/material';
import { useTexts } from '../texts';
import { formatInstant } from '../time/format';
import { useLocale } from '../time/locale';

const Root = styled('span')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  color: vars.palette.text.secondary,
  whiteSpace: 'nowrap',
  '& i': { width: 8, height: 8, borderRadius: 2, flex: 'none', margin: 2 },
  '&.live i': {
    backgroundColor: vars.palette.status.verdigris.main,
    boxShadow: `0 0 0 2px color-mix(in srgb, ${vars.palette.status.verdigris.main} 25%, transparent)`,
  },
  '&.reconnecting i': { backgroundColor: vars.palette.status.ochre.main },
  '&.stale i, &.offline i': { boxShadow: `inset 0 0 0 1.5px ${vars.palette.text.secondary}` },
}));

export interface LiveStatusProps {
  state: 'live' | 'reconnecting' | 'offline' | 'stale';
  /** When the server was last reached, for `offline` and `stale`. */
  since?: string | number | Date;
}

/** The status of the live stream: "Live", "Reconnecting", "Offline since 14:31:40". */
export function LiveStatus({ state, since }: LiveStatusProps) {
  const t = useTexts();
  const locale = useLocale();
  const label =
    (state === 'stale' || state === 'offline') && since !== undefined
      ? t(`live.${state}Since`, { time: formatInstant(since, { ...locale, style: 'time-seconds' }) })
      : t(`live.${state}`);
  return (
    <Root className={state} role="status">
      <i aria-hidden />
      {label}
    </Root>
  );
}

import { styled } from '@mui/material';
import { type LucideIcon, Pause } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { text } from '../texts';
import { useLanguage } from '../texts/catalogue';
import { type Hue, hues } from '../theme/tokens';
import { type BadgeVariant, stateAppearance, type StateKind } from './states';

/** The size of the icon's square, in px. */
const SQUARE = 20;

/** The perforation between icon and label: dots of 2 px. */
const perforation = (color: string) => ({
  backgroundImage: `repeating-linear-gradient(transparent 0 1px, ${color} 1px 3px, transparent 3px 4px)`,
  backgroundPosition: `${SQUARE - 1}px 0`,
  backgroundSize: '1px 100%',
  backgroundRepeat: 'no-repeat',
});

const outline = 'color-mix(in srgb, var(--main) 55%, transparent)';

const Badge = styled('span')(({ theme: { vars, typography } }) => ({
  ...typography.subtitle2,
  display: 'inline-block',
  height: SQUARE,
  maxWidth: '100%',
  paddingRight: 8,
  lineHeight: `${SQUARE}px`,
  verticalAlign: 'middle',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  borderRadius: 4,
  color: 'var(--text)',
  ...Object.fromEntries(
    hues.map((hue) => [
      `&.${hue}`,
      {
        '--main': vars.palette.status[hue].main,
        '--text': vars.palette.status[hue].text,
        '--tint': vars.palette.status[hue].tint,
      },
    ]),
  ),
  '& svg': { verticalAlign: 'top', margin: '4px 10px 4px 4px' },
  '&.solid': { background: `linear-gradient(90deg, var(--main) ${SQUARE}px, var(--tint) ${SQUARE}px)` },
  '&.solid svg': { color: vars.palette.status.on },
  '&.open': { boxShadow: `inset 0 0 0 1px ${outline}`, ...perforation(outline) },
  '&.open svg': { color: 'var(--main)' },
  '&.full': {
    backgroundColor: 'var(--main)',
    color: vars.palette.status.on,
    ...perforation(`color-mix(in srgb, ${vars.palette.status.on} 60%, transparent)`),
  },
}));

const WithPause = styled('span')(({ theme: { vars } }) => ({
  display: 'inline-flex',
  maxWidth: '100%',
  verticalAlign: 'middle',
  '& > svg': {
    width: SQUARE,
    height: SQUARE,
    padding: 4,
    flex: 'none',
    backgroundColor: vars.palette.ink.main,
    color: vars.palette.ink.text,
    borderRadius: '4px 0 0 4px',
  },
  '& > .status-badge': { alignSelf: 'baseline', borderRadius: '0 4px 4px 0' },
  '& > .solid': { marginLeft: 1 },
  '& > .open': {
    boxShadow: `inset -1px 0 0 ${outline}, inset 0 1px 0 ${outline}, inset 0 -1px 0 ${outline}`,
  },
}));

export interface StatusBadgeProps {
  icon: LucideIcon;
  hue: Hue;
  variant: BadgeVariant;
  children: ReactNode;
  /** Puts a pause icon in front. */
  paused?: boolean;
  title?: string;
}

/** A badge of icon and label; for a state of the domain use StatusChip. */
export function StatusBadge({ icon: Icon, hue, variant, children, paused = false, title }: StatusBadgeProps) {
  const badge = (
    <Badge className={`status-badge ${hue} ${variant}`} title={title}>
      <Icon size={12} strokeWidth={2.5} aria-hidden />
      {children}
    </Badge>
  );
  if (!paused) return badge;
  return (
    <WithPause className="status-badge-paused">
      <Pause strokeWidth={2.5} aria-hidden />
      {badge}
    </WithPause>
  );
}

export interface StatusChipProps {
  /** The kind of thing that has the state. */
  of: StateKind;
  /** The API's value, for example `waiting_room` or `ACTIVE`. */
  state: string;
  /** Puts a pause icon in front: "Paused · Queued". */
  paused?: boolean;
  /** Replaces the state's own label. */
  label?: string;
}

/** A state as a badge with icon and label, so that it doesn't depend on colour alone. */
export const StatusChip = memo(function StatusChip({ of, state, paused = false, label }: StatusChipProps) {
  useLanguage();
  const appearance = stateAppearance(of, state);
  const shown = label ?? appearance.label;
  return (
    <StatusBadge icon={appearance.icon} hue={appearance.hue} variant={appearance.variant} paused={paused}>
      {paused ? text('pausedState', { state: shown }) : shown}
    </StatusBadge>
  );
});

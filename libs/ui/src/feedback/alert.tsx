import { styled } from '@mui/material';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Hue } from '../theme/tokens';

const Root = styled('div')<{ hue: Hue }>(({ theme: { vars }, hue }) => ({
  display: 'flex',
  gap: 12,
  padding: '10px 12px',
  borderRadius: 8,
  backgroundColor: vars.palette.status[hue].tint,
  color: vars.palette.text.primary,
  '& > svg': { flex: 'none', marginTop: 2, color: vars.palette.status[hue].main },
  '& .body': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& .actions': { display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 },
  '& .title': { fontWeight: 600, display: 'block' },
}));

const tones: Record<'info' | 'success' | 'warning' | 'error', { hue: Hue; icon: LucideIcon }> = {
  info: { hue: 'lapis', icon: Info },
  success: { hue: 'verdigris', icon: CircleCheck },
  warning: { hue: 'ochre', icon: TriangleAlert },
  error: { hue: 'cinnabar', icon: CircleAlert },
};

export interface AlertProps {
  tone: keyof typeof tones;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons below the text. */
  actions?: ReactNode;
  icon?: LucideIcon;
}

/** A message within the page with optional actions; screen readers announce an error at once. */
export function Alert({ tone, title, children, actions, icon }: AlertProps) {
  const { hue, icon: own } = tones[tone];
  const Icon = icon ?? own;
  return (
    <Root hue={hue} role={tone === 'error' ? 'alert' : 'note'}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <div className="body">
        {title ? <span className="title">{title}</span> : null}
        {children}
        {actions ? <div className="actions">{actions}</div> : null}
      </div>
    </Root>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '@tessera/federation/router';
import type { Hue } from '@tessera/ui';
import { Button, styled } from '@tessera/ui/mui';

const Root = styled('li')<{ hue: Hue }>(({ theme: { vars, typography }, hue }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: '10px 12px 10px 14px',
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
  '& .words': { flex: 1, minWidth: 0, display: 'grid', gap: 2 },
  '& .title': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 600 },
  '& .detail': { overflowWrap: 'anywhere', ...typography.caption, color: vars.palette.text.secondary },
}));

export interface AttentionLineProps {
  icon: LucideIcon;
  hue: Hue;
  title: string;
  detail: ReactNode;
  /** The page where the user can act on it, and the label of the button that opens it. */
  to?: string;
  action?: string;
  /** Whether its button is the primary one, because time is short. */
  urgent?: boolean;
}

/** One line of "Needs attention". */
export function AttentionLine({ icon: Icon, hue, title, detail, to, action, urgent }: AttentionLineProps) {
  return (
    <Root hue={hue}>
      <span className="icon">
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </span>
      <span className="words">
        <span className="title" title={title}>
          {title}
        </span>
        <span className="detail">{detail}</span>
      </span>
      {to ? (
        <Button
          component={Link}
          to={to}
          size="small"
          variant={urgent ? 'contained' : 'outlined'}
          aria-label={`${action}: ${title}`}
        >
          {action}
        </Button>
      ) : null}
    </Root>
  );
}

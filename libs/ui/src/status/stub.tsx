import { styled, unstable_memoTheme as memoTheme } from '@mui/material';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { hues, type Hue } from '../theme/tokens';
import type { StubForm } from './states';

// Made once for each theme: a long list has hundreds of stubs.
const Root = styled('span')(
  memoTheme(({ theme: { vars, typography } }) => ({
    ...typography.subtitle2,
    display: 'inline-flex',
    alignItems: 'stretch',
    height: 20,
    maxWidth: '100%',
    verticalAlign: 'middle',
    whiteSpace: 'nowrap',
    '--on': vars.palette.status.on,
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
    '& .pause, & .stub': { width: 20, flex: 'none', display: 'grid', placeItems: 'center' },
    '& .pause': {
      backgroundColor: vars.palette.ink.main,
      color: vars.palette.ink.text,
      borderRadius: '4px 0 0 4px',
    },
    '& .body': { display: 'inline-flex', minWidth: 0, borderRadius: 4, color: 'var(--text)' },
    '& .pause + .body': { borderRadius: '0 4px 4px 0' },
    '& .word': { padding: '0 8px 0 6px', lineHeight: '20px', overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .solid': { backgroundColor: 'var(--tint)', overflow: 'hidden' },
    '& .pause + .solid': { marginLeft: 1 },
    '& .solid .stub': { backgroundColor: 'var(--main)', color: 'var(--on)' },
    '& .open': { boxShadow: 'inset 0 0 0 1px color-mix(in srgb, var(--main) 55%, transparent)' },
    '& .pause + .open': {
      boxShadow:
        'inset -1px 0 0 color-mix(in srgb, var(--main) 55%, transparent), inset 0 1px 0 color-mix(in srgb, var(--main) 55%, transparent), inset 0 -1px 0 color-mix(in srgb, var(--main) 55%, transparent)',
    },
    '& .open .stub': {
      color: 'var(--main)',
      borderRight: '1px dashed color-mix(in srgb, var(--main) 55%, transparent)',
    },
    '& .full': { backgroundColor: 'var(--main)', color: 'var(--on)' },
    '& .full .stub': { borderRight: '1px dashed color-mix(in srgb, var(--on) 60%, transparent)' },
  })),
);

export interface StubProps {
  icon: LucideIcon;
  hue: Hue;
  form: StubForm;
  children: ReactNode;
  /** An ink stub with the pause sign in front. */
  before?: ReactNode;
  title?: string;
}

/** A ticket stub: icon in a square, word beside it. For states use StatusChip. */
export function Stub({ icon: Icon, hue, form, children, before, title }: StubProps) {
  return (
    <Root className={hue} title={title}>
      {before}
      <span className={`body ${form}`}>
        <span className="stub" aria-hidden>
          <Icon size={12} strokeWidth={2.5} />
        </span>
        <span className="word">{children}</span>
      </span>
    </Root>
  );
}

import { Box, Button, Paper, styled, Typography } from '@mui/material';
import { Copy, RotateCw } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { MissingTile } from '../brand/missing-tile';
import { useTexts } from '../texts';
import { mono } from '../theme/typography';
import { useSnackbar } from './snackbar-context';

const Facts = styled('dl')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gridTemplateColumns: '88px minmax(0, 1fr)',
  margin: 0,
  padding: '6px 16px',
  '& dt, & dd': { margin: 0, padding: '5px 0', borderTop: `1px solid ${vars.palette.line.subtle}` },
  '& dt:first-of-type, & dt:first-of-type + dd': { borderTop: 0 },
  '& dt': { color: vars.palette.text.tertiary },
  '& dd': { overflowWrap: 'anywhere' },
  '& dd.code': { fontFamily: mono, fontSize: 12 },
}));

export interface ModuleFailedProps {
  /** The module's display name: "Tickets"; without one the list of modules failed. */
  module?: string;
  version?: string;
  /** Stable, canary, local. */
  channel?: string;
  /** The failure's code: "INTEGRITY". */
  cause: string;
  /** What happened, and what still works. */
  children: ReactNode;
  address?: string | undefined;
  /** "14:32:08, request 7f3c1e0a" */
  lastAttempt?: string | undefined;
  /** "Tried 3 times. Next automatic attempt in 0:24." */
  attempts?: ReactNode;
  onRetry: () => void;
  /** Links to what still works. */
  stillWorking?: readonly ReactNode[];
}

/** The page of a module that could not be loaded: the cause, details to copy and a retry button. */
export function ModuleFailed(props: ModuleFailedProps) {
  const {
    module,
    version,
    channel,
    cause,
    children,
    address,
    lastAttempt,
    attempts,
    onRetry,
    stillWorking = [],
  } = props;
  const t = useTexts();
  const { show } = useSnackbar();
  const which = [module, version].filter(Boolean).join(' ');
  const facts = [
    {
      term: 'module' as const,
      value: channel ? t('moduleFailed.inChannel', { module: which, channel }) : which,
    },
    { term: 'cause' as const, value: cause },
    { term: 'address' as const, value: address },
    { term: 'lastAttempt' as const, value: lastAttempt },
  ].flatMap(({ term, value }) =>
    value ? [{ term: t(`moduleFailed.${term}`), value, isCode: term === 'cause' || term === 'address' }] : [],
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(
        facts.map(({ term, value }) => t('moduleFailed.fact', { term, value })).join('\n'),
      );
      show(t('moduleFailed.copied'));
    } catch {
      show({ message: t('moduleFailed.notCopied'), tone: 'error' });
    }
  };
  return (
    <Box
      role="alert"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        justifyItems: 'center',
        gap: 1.5,
        px: 2,
        py: 4,
        textAlign: 'center',
      }}
    >
      <MissingTile />
      <Typography variant="h2">{t('moduleFailed.title')}</Typography>
      <Box sx={{ typography: 'body1', color: 'text.secondary', maxWidth: 470, textWrap: 'pretty' }}>
        {children}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
        <Button
          autoFocus
          variant="contained"
          startIcon={<RotateCw size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onRetry}
        >
          {t('retry')}
        </Button>
        <Button startIcon={<Copy size={16} strokeWidth={1.75} aria-hidden />} onClick={() => void copy()}>
          {t('moduleFailed.copy')}
        </Button>
      </Box>
      {attempts ? <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{attempts}</Box> : null}
      <Paper sx={{ width: 560, maxWidth: '100%', textAlign: 'left', mt: 1.5 }}>
        <Facts>
          {facts.map(({ term, value, isCode }) => (
            <Fragment key={term}>
              <dt>{term}</dt>
              <dd className={isCode ? 'code' : undefined}>{value}</dd>
            </Fragment>
          ))}
        </Facts>
      </Paper>
      {stillWorking.length > 0 ? (
        <Box
          sx={{ color: 'text.tertiary', display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}
        >
          {t('moduleFailed.stillWorking')}
          {stillWorking.map((link, i) => (
            <Fragment key={i}>
              {i > 0 ? <span aria-hidden>·</span> : null}
              {link}
            </Fragment>
          ))}
        </Box>
      ) : null}
    </Box>
  );
}

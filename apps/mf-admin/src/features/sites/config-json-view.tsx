import { Box, styled } from '@tessera/ui/mui';
import { PlainTextField } from '@tessera/ui/forms';
import { useEffect, useId, useMemo, useRef } from 'react';
import { useTexts } from '../../texts';
import { lineDiff } from './config-json';

const Lines = styled('ol')(({ theme: { vars } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: '8px 0',
  flex: 1,
  minHeight: 120,
  overflow: 'auto',
  fontFamily: '"IBM Plex Mono", monospace',
  fontSize: 12,
  lineHeight: '18px',
  whiteSpace: 'pre',
  border: `1px solid ${vars.palette.line.main}`,
  borderRadius: 6,
  backgroundColor: vars.palette.surface.sunken,
  '& li': { padding: '0 10px', minWidth: 'max-content' },
  '& .out': { color: vars.palette.status.cinnabar.text, backgroundColor: vars.palette.status.cinnabar.tint },
  '& .in': { color: vars.palette.status.verdigris.text, backgroundColor: vars.palette.status.verdigris.tint },
}));

const sign = { same: ' ', out: '-', in: '+' };
const spoken = { same: undefined, out: 'config.removed', in: 'config.added' } as const;

export interface ConfigJsonViewProps {
  text: string;
  onText: (text: string) => void;
  /** Why the text is no config. */
  error: string | undefined;
  /** The JSON that is stored, and the one that would be. */
  before: string;
  after: string;
}

/** The config as JSON to edit, beside what saving would change. */
export function ConfigJsonView({ text, onText, error, before, after }: ConfigJsonViewProps) {
  const t = useTexts();
  const id = useId();
  const root = useRef<HTMLElement>(null);
  // The form above may have been scrolled: JSON is read from its beginning.
  useEffect(() => {
    const scroller = root.current?.closest('form')?.parentElement;
    if (scroller) scroller.scrollTop = 0;
  }, []);
  const lines = useMemo(() => lineDiff(before, after), [before, after]);
  return (
    <Box
      ref={root}
      sx={{
        display: 'grid',
        gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        gap: 3,
        alignItems: 'stretch',
        // Both boxes are as high as what saving would change takes.
        '& > :first-of-type': { alignContent: 'stretch', gridTemplateRows: 'auto 1fr' },
        '& textarea': { height: '100% !important' },
      }}
    >
      <PlainTextField
        label={t('config.config')}
        value={text}
        onChange={onText}
        rows={22}
        mono
        {...(error ? { error } : {})}
      />
      <Box
        component="section"
        aria-labelledby={id}
        sx={{ minWidth: 0, display: 'flex', flexDirection: 'column' }}
      >
        <Box component="h3" id={id} sx={{ typography: 'subtitle2', color: 'text.secondary', m: 0, mb: 0.5 }}>
          {t('config.difference')}
        </Box>
        <Lines tabIndex={0} aria-labelledby={id}>
          {lines.map(({ kind, text: line }, i) => (
            <li key={i} className={kind} aria-label={spoken[kind] && t(spoken[kind], { line: line.trim() })}>
              {sign[kind]} {line}
            </li>
          ))}
        </Lines>
      </Box>
    </Box>
  );
}

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { PlainTextField } from '@tessera/ui/forms';
import { Box, styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { formatConfig, lineDiff, parseConfig } from './config-json';
import type { ConfigValues } from './config-values';

const DiffList = styled('ol')(({ theme: { vars } }) => ({
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
  '& .removed': {
    color: vars.palette.status.cinnabar.text,
    backgroundColor: vars.palette.status.cinnabar.tint,
  },
  '& .added': {
    color: vars.palette.status.verdigris.text,
    backgroundColor: vars.palette.status.verdigris.tint,
  },
}));

const lineMarks = { same: ' ', removed: '-', added: '+' };
const lineLabels = { same: undefined, removed: 'config.removed', added: 'config.added' } as const;

export interface ConfigJsonViewProps {
  text: string;
  onText: (text: string) => void;
  /** Why the text isn't a valid configuration. */
  error: string | undefined;
  /** The stored JSON and the edited one. */
  before: string;
  after: string;
}

/** A JSON editor beside the resulting changes. */
export function ConfigJsonView({ text, onText, error, before, after }: ConfigJsonViewProps) {
  const t = useTexts();
  const id = useId();
  const root = useRef<HTMLElement>(null);
  // The dialog may still be scrolled from the form.
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
        // The editor is as high as the list of changes.
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
        error={error || undefined}
      />
      <Box
        component="section"
        aria-labelledby={id}
        sx={{ minWidth: 0, display: 'flex', flexDirection: 'column' }}
      >
        <Box component="h3" id={id} sx={{ typography: 'subtitle2', color: 'text.secondary', m: 0, mb: 0.5 }}>
          {t('config.difference')}
        </Box>
        <DiffList tabIndex={0} aria-labelledby={id}>
          {lines.map(({ kind, text: line }, i) => (
            <li
              key={i}
              className={kind}
              aria-label={lineLabels[kind] && t(lineLabels[kind], { line: line.trim() })}
            >
              {lineMarks[kind]} {line}
            </li>
          ))}
        </DiffList>
      </Box>
    </Box>
  );
}

/** The text of the JSON editor. It is copied into the form whenever it is a valid configuration. */
export function useJsonText(form: UseFormReturn<ConfigValues>, values: ConfigValues) {
  const t = useTexts();
  // The text isn't valid JSON at every moment, so it isn't derived from the form. Null: the form is shown.
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>();
  return {
    open: text !== null,
    text: text ?? '',
    error,
    show: () => setText((before) => before ?? formatConfig(values)),
    close: () => {
      if (error === undefined) setText(null);
    },
    write: (typed: string) => {
      setText(typed);
      const read = parseConfig(t, typed, values);
      if (typeof read === 'string') {
        setError(read);
        return;
      }
      setError(undefined);
      for (const [field, value] of Object.entries(read))
        form.setValue(field as FieldPath<ConfigValues>, value as never, {
          shouldDirty: true,
          shouldValidate: true,
        });
    },
  };
}

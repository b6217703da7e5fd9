import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { NoticeHost, VisuallyHidden } from '@tessera/ui';
import { Box, Dialog } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { type Entry, groupEntries } from './entry';
import { PaletteField } from './palette-field';
import { PaletteOption } from './palette-option';
import { usePaletteTexts } from './texts';
import { useEntries } from './use-entries';

/** The command palette: one combobox to go to pages, run commands and find records by name. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const title = useTexts()('palette.title');
  const t = usePaletteTexts();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { entries, searching } = useEntries(text);
  const list = useRef<HTMLDivElement>(null);
  const groups = groupEntries(entries);
  const inOrder = groups.flatMap(([, held]) => held);
  const activeIndex = Math.max(
    0,
    inOrder.findIndex((entry) => entry.id === chosen),
  );
  const active = inOrder[activeIndex];
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);

  const runEntry = (entry: Entry | undefined) => {
    if (!entry || entry.disabled !== undefined) return;
    if (entry.fill !== undefined) {
      setText(entry.fill);
      return;
    }
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = inOrder.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: activeIndex >= last ? 0 : activeIndex + 1,
      ArrowUp: activeIndex <= 0 ? last : activeIndex - 1,
      PageDown: Math.min(last, activeIndex + 8),
      PageUp: Math.max(0, activeIndex - 8),
    };
    const to = moves[event.key];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') runEntry(active);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') onClose();
    else if (to === undefined) return;
    else setChosen(inOrder[to]?.id ?? null);
    event.preventDefault();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={`${id}title`}
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          sx: {
            width: 600,
            maxWidth: 'calc(100% - 24px)',
            m: { xs: 1.5, sm: '12vh 0 0' },
            maxHeight: '70vh',
          },
        },
      }}
    >
      <NoticeHost />
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          px: 2,
          borderBottom: 1,
          borderColor: 'line.main',
        }}
      >
        <Search size={16} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
        <PaletteField
          text={text}
          list={`${id}list`}
          active={active ? `${id}${active.id}` : undefined}
          onType={(typed) => {
            setText(typed);
            setChosen(null);
          }}
          onKeyDown={onKeyDown}
        />
      </Box>
      <Box
        ref={list}
        role="listbox"
        id={`${id}list`}
        aria-label={title}
        sx={{ overflow: 'auto', p: 1, minHeight: 56 }}
      >
        {groups.map(([group, held]) => (
          <div key={group} role="group" aria-label={group}>
            <Box aria-hidden sx={{ typography: 'caption', color: 'text.tertiary', px: 1, pt: 0.75, pb: 0.5 }}>
              {group}
            </Box>
            {held.map((entry) => (
              <PaletteOption
                key={entry.id}
                id={`${id}${entry.id}`}
                entry={entry}
                active={entry === active}
                onPoint={() => setChosen(entry.id)}
                onTake={() => runEntry(entry)}
              />
            ))}
          </div>
        ))}
        {inOrder.length === 0 ? (
          <Box sx={{ px: 1, py: 1, color: 'text.secondary' }}>
            {searching ? t('searching') : t('nothing', { text: text.trim() })}
          </Box>
        ) : null}
      </Box>
      <VisuallyHidden id={`${id}title`}>{title}</VisuallyHidden>
      <VisuallyHidden role="status">
        {searching ? t('searching') : t('count', { count: inOrder.length })}
      </VisuallyHidden>
    </Dialog>
  );
}

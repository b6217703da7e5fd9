import { OutlinedInput } from '@mui/material';
import { Search } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
import { motion } from '@tessera/ui';

interface SearchFieldProps {
  value: string;
  onSearch: (text: string) => void;
  placeholder: string;
  /** Milliseconds after the last key. */
  delay?: number;
  width?: number | string;
  inputRef?: Ref<HTMLInputElement>;
}

/** Width of a search field that has the focus or a value, in px. */
const EXPANDED_WIDTH = 220;

/** The search field of a list: searches when typing pauses or at once with Enter; Escape clears it. */
export function SearchField({
  value,
  onSearch,
  placeholder,
  delay = 250,
  width = 124,
  inputRef,
}: SearchFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const { isWide, ...handlers } = useExpandedWhileUsed();
  const search = useEffectEvent((text: string) => {
    if (text !== value) onSearch(text);
    setDraft(null);
  });
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => search(draft.trim()), delay);
    return () => clearTimeout(timer);
  }, [draft, delay]);
  const searchNow = (text: string) => {
    setDraft(null);
    if (text !== value) onSearch(text);
  };
  return (
    <OutlinedInput
      type="search"
      inputRef={inputRef}
      className={isWide || (draft ?? value) !== '' ? 'wide' : undefined}
      value={draft ?? value}
      placeholder={placeholder}
      {...handlers}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchNow((draft ?? value).trim());
        if (event.key === 'Escape' && (draft ?? value) !== '') {
          event.stopPropagation();
          searchNow('');
        }
      }}
      startAdornment={<Search size={16} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />}
      slotProps={{ input: { 'aria-label': placeholder } }}
      sx={{
        width,
        ...(typeof width === 'number' && width < EXPANDED_WIDTH
          ? {
              transition: `width ${motion.hover}ms ${motion.easing}`,
              '&.wide': { width: EXPANDED_WIDTH },
            }
          : {}),
        flex: 'none',
        minHeight: 26,
        color: 'text.tertiary',
        '& input': {
          height: 14,
          color: 'text.primary',
          '&::-webkit-search-cancel-button': { display: 'none' },
        },
        '& .MuiOutlinedInput-notchedOutline': { borderColor: 'line.main' },
      }}
    />
  );
}

/** The events that end a press or a key. */
const RELEASE_EVENTS = ['mouseup', 'keyup'] as const;

/**
 * Returns whether a field is wide: from its focus until the pointer or key that moved the focus away is released. If the
 * field narrowed at the press, the button beside it would move away from the pointer before the click.
 */
function useExpandedWhileUsed() {
  const [state, setState] = useState<'idle' | 'focused' | 'leaving'>('idle');
  useEffect(() => {
    if (state !== 'leaving') return;
    const narrow = () => setState('idle');
    for (const release of RELEASE_EVENTS) addEventListener(release, narrow, { capture: true });
    return () => {
      for (const release of RELEASE_EVENTS) removeEventListener(release, narrow, { capture: true });
    };
  }, [state]);
  return { isWide: state !== 'idle', onFocus: () => setState('focused'), onBlur: () => setState('leaving') };
}

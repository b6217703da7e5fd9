import { OutlinedInput } from '@mui/material';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type Ref } from 'react';
import { motion } from '@tessera/ui';
import { useWidened } from './use-widened';

export interface SearchFieldProps {
  value: string;
  onSearch: (text: string) => void;
  placeholder: string;
  /** Ms after the last key. */
  delay?: number;
  width?: number | string;
  inputRef?: Ref<HTMLInputElement>;
}

/** Px that a search has while it is written or holds. */
const typed = 220;

/** The search of a list: asks when the typing pauses, at once with Enter, and empties with Escape. */
export function SearchField({
  value,
  onSearch,
  placeholder,
  delay = 250,
  width = 124,
  inputRef,
}: SearchFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const { isWide, ...use } = useWidened();
  const search = useEffectEvent((text: string) => {
    if (text !== value) onSearch(text);
    setDraft(null);
  });
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => search(draft.trim()), delay);
    return () => clearTimeout(timer);
  }, [draft, delay]);
  const now = (text: string) => {
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
      {...use}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') now((draft ?? value).trim());
        if (event.key === 'Escape' && (draft ?? value) !== '') {
          event.stopPropagation();
          now('');
        }
      }}
      startAdornment={<Search size={16} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />}
      slotProps={{ input: { 'aria-label': placeholder } }}
      sx={{
        width,
        // What is typed is to be read, also where the list's own word is short.
        ...(typeof width === 'number' && width < typed
          ? {
              transition: `width ${motion.hover}ms ${motion.easing}`,
              '&.wide': { width: typed },
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

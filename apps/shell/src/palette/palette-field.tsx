import InputBase from '@mui/material/InputBase';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTexts } from '../texts';

export interface PaletteFieldProps {
  text: string;
  /** Id of the list that it controls. */
  list: string;
  /** Id of the option that Enter chooses. */
  active: string | undefined;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The palette's combobox, which keeps the focus while the arrow keys move through the options. */
export function PaletteField({ text, list, active, onType, onKeyDown }: PaletteFieldProps) {
  const placeholder = useTexts()('palette.placeholder');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <InputBase
      fullWidth
      inputRef={input}
      value={text}
      placeholder={placeholder}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
      slotProps={{
        input: {
          role: 'combobox',
          'aria-label': placeholder,
          'aria-expanded': true,
          'aria-autocomplete': 'list',
          'aria-controls': list,
          'aria-activedescendant': active,
          autoComplete: 'off',
          spellCheck: false,
        },
      }}
      sx={{ typography: 'body1', height: 46, '& input:focus-visible': { outline: 'none' } }}
    />
  );
}

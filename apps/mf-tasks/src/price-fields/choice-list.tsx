import type { ReactNode } from 'react';
import { Checkbox, FieldFrame } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';

export interface ChoiceListProps {
  id: string;
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
  /** The options: key and label. */
  choices: readonly (readonly [key: string, word: string])[];
  chosen: readonly string[];
  /** Numbers the chosen ones in their order. */
  ordered?: boolean;
  /** One per line, for long labels. */
  wide?: boolean;
  onToggle: (key: string) => void;
  /** Shown when there are no options. */
  emptyText: string;
}

/** Multiple choice as checkboxes in columns. */
export function ChoiceList(props: ChoiceListProps) {
  const {
    id,
    label,
    help,
    error,
    disabled = false,
    choices,
    chosen,
    ordered = false,
    wide = false,
    onToggle,
    emptyText,
  } = props;
  return (
    <FieldFrame id={id} label={label} help={help} error={error} group optional>
      {choices.length === 0 ? (
        <Box sx={{ color: 'text.tertiary' }}>{emptyText}</Box>
      ) : (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: wide ? '1fr' : 'repeat(auto-fill, minmax(150px, 1fr))',
            columnGap: 2,
          }}
        >
          {choices.map(([key, word]) => {
            const index = chosen.indexOf(key);
            return (
              <Box
                component="label"
                key={key}
                sx={{ display: 'flex', alignItems: 'center', gap: 0.5, cursor: 'pointer' }}
              >
                <Checkbox
                  checked={index >= 0}
                  disabled={disabled}
                  onChange={() => onToggle(key)}
                  sx={{ ml: '-4.5px', '@media (pointer: coarse)': { ml: '-12px' } }}
                />
                <span>{word}</span>
                {ordered && index >= 0 ? (
                  <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
                    {index + 1}
                  </Box>
                ) : null}
              </Box>
            );
          })}
        </Box>
      )}
    </FieldFrame>
  );
}

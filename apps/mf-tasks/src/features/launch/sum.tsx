import type { ReactNode } from 'react';
import { Box } from '@tessera/ui/mui';

export interface SumProps {
  title: string;
  value: ReactNode;
  of: string;
  note: string;
  children: ReactNode;
}

/** One total of the plan, with tiles and a note. */
export const Sum = ({ title, value, of, note, children }: SumProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 0.75,
      px: { sm: 2 },
      py: 1.25,
      '&:first-of-type': { pl: 0 },
      '&:not(:first-of-type)': { borderLeft: { sm: 1 }, borderColor: { sm: 'line.main' } },
    }}
  >
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 0.75 }}>
      <Box component="span" sx={{ flex: 1, color: 'text.secondary' }}>
        {title}
      </Box>
      <Box component="b" sx={{ typography: 'h3' }}>
        {value}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {of}
      </Box>
    </Box>
    {children}
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{note}</Box>
  </Box>
);

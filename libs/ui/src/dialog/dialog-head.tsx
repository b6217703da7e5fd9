import { Box, IconButton } from '@mui/material';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts';

export interface DialogHeaderProps {
  /** Of the title, for `aria-labelledby`. */
  id: string;
  title: ReactNode;
  subtitle?: ReactNode;
  /** Before the button that closes: "Form | JSON". */
  tools?: ReactNode;
  onClose: () => void;
  /** The rule below. */
  line?: boolean;
}

/** A dialog's head: title, what it is about, tools, and the button that closes it. */
export function DialogHeader({ id, title, subtitle, tools, onClose, line = true }: DialogHeaderProps) {
  const t = useTexts();
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        flex: 'none',
        pl: 3,
        pr: 1.5,
        py: 2,
        ...(line ? { borderBottom: 1, borderColor: 'line.main' } : {}),
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box component="h2" id={id} sx={{ typography: 'h3', m: 0 }}>
          {title}
        </Box>
        {subtitle ? <Box sx={{ color: 'text.secondary' }}>{subtitle}</Box> : null}
      </Box>
      {tools}
      <IconButton aria-label={t('close')} onClick={onClose}>
        <X size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Box>
  );
}

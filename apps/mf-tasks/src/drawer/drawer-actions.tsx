import { Box, Button, IconButton } from '@tessera/ui/mui';
import { RowMenu, type RowAction } from '@tessera/ui';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../texts';

export interface DrawerActionsProps {
  /** Whose they are. */
  name: string;
  /** Shown as buttons. */
  front: readonly RowAction[];
  /** Behind the three dots. */
  more: readonly RowAction[];
}

/** What can be done to the row that is open: the nearest as buttons, the rest in a menu. */
export function DrawerActions({ name, front, more }: DrawerActionsProps) {
  const t = useTexts();
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      {front.map(({ label, icon: Icon, onSelect, disabled }) => (
        <span key={label} title={disabled}>
          <Button
            disabled={disabled !== undefined}
            onClick={onSelect}
            startIcon={Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : undefined}
          >
            {label}
          </Button>
        </span>
      ))}
      <Box sx={{ flex: 1 }} />
      <IconButton
        aria-label={t('words.more')}
        aria-haspopup="menu"
        onClick={(event) => setMenu(event.currentTarget)}
      >
        <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <RowMenu
        anchor={menu}
        label={t('words.actionsFor', { name })}
        actions={more}
        onClose={() => setMenu(null)}
      />
    </Box>
  );
}

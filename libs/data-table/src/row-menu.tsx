import { ListItemText, Menu, MenuItem } from '@mui/material';
import type { RowAction } from './column';

export interface RowMenuProps {
  anchor: HTMLElement | null;
  actions: readonly RowAction[];
  label: string;
  onClose: () => void;
}

/** A row's actions; one that can't be taken stands there disabled and says why. */
export function RowMenu({ anchor, actions, label, onClose }: RowMenuProps) {
  if (anchor === null || actions.length === 0) return null;
  return (
    <Menu anchorEl={anchor} open onClose={onClose} slotProps={{ list: { 'aria-label': label } }}>
      {actions.map(({ label: words, icon: Icon, onSelect, disabled, danger }) => (
        <MenuItem
          key={words}
          aria-disabled={disabled === undefined ? undefined : true}
          onClick={() => {
            if (disabled !== undefined) return;
            onClose();
            onSelect();
          }}
          sx={{
            color:
              disabled !== undefined ? 'text.tertiary' : danger ? 'status.cinnabar.text' : 'text.primary',
            cursor: disabled === undefined ? 'pointer' : 'default',
          }}
        >
          {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null}
          <ListItemText
            primary={words}
            secondary={disabled}
            slotProps={{ primary: { variant: 'body2' }, secondary: { variant: 'caption' } }}
          />
        </MenuItem>
      ))}
    </Menu>
  );
}

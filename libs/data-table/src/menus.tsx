import { ListItemText, Menu, MenuItem } from '@mui/material';
import { Check } from 'lucide-react';
import type { RowAction } from './table-types';

interface RowMenuProps {
  anchor: HTMLElement | null;
  actions: readonly RowAction[];
  label: string;
  onClose: () => void;
}

/** The actions of a row; one that isn't available is shown with the reason. */
export function RowMenu({ anchor, actions, label, onClose }: RowMenuProps) {
  if (anchor === null || actions.length === 0) return null;
  return (
    <Menu anchorEl={anchor} open onClose={onClose} slotProps={{ list: { 'aria-label': label } }}>
      {actions.map(({ label: actionLabel, icon: Icon, onSelect, disabled, danger }) => (
        <MenuItem
          key={actionLabel}
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
            primary={actionLabel}
            secondary={disabled}
            slotProps={{ primary: { variant: 'body2' }, secondary: { variant: 'caption' } }}
          />
        </MenuItem>
      ))}
    </Menu>
  );
}

/** The check mark in front of a menu entry that can be on or off; screen readers read the entry's `aria-checked`. */
export const MenuMark = ({ on }: { on: boolean }) => (
  <span style={{ width: 20, display: 'inline-flex', flex: 'none' }}>
    {on ? <Check size={14} strokeWidth={2} aria-hidden /> : null}
  </span>
);

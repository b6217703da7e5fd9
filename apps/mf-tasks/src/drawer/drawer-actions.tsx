import { Ellipsis } from 'lucide-react';
import { useId, useState } from 'react';
import { type RowAction, RowMenu } from '@tessera/data-table';
import { useCommands, VisuallyHidden } from '@tessera/ui';
import { Box, Button, IconButton } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { type NamedAction, useRequestedAct } from './use-requested-act';

export interface DrawerActionsProps {
  /** The name of the row that they apply to. */
  name: string;
  /** Shown as buttons, in a fixed order. */
  primary: readonly NamedAction[];
  /** Shown in the menu. */
  more: readonly NamedAction[];
}

/** The actions of the open row: the most common as buttons, the others in a menu; all of them in the command palette. */
export function DrawerActions({ name, primary, more }: DrawerActionsProps) {
  const t = useTexts();
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const actions = [...primary, ...more];
  useRequestedAct(name, actions);
  useCommands(
    actions.map(({ label, icon, onSelect, disabled }) => ({
      group: name,
      label,
      run: onSelect,
      inPalette: true,
      icon,
      disabled,
    })),
  );
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', flex: 1 }}>
        {primary.map((action) => (
          <ActionButton key={action.label} action={action} />
        ))}
      </Box>
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

/** A disabled action stays focusable, so that its reason can be read. */
function ActionButton({ action: { label, icon: Icon, onSelect, disabled } }: { action: RowAction }) {
  const id = useId();
  const isDisabled = disabled !== undefined;
  return (
    <span title={disabled}>
      <Button
        aria-disabled={isDisabled || undefined}
        aria-describedby={isDisabled ? id : undefined}
        onClick={isDisabled ? undefined : onSelect}
        disableRipple={isDisabled}
        startIcon={Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : undefined}
        sx={{
          '&[aria-disabled="true"]': { color: 'text.tertiary', opacity: 0.6, cursor: 'default' },
        }}
      >
        {label}
      </Button>
      {isDisabled ? <VisuallyHidden id={id}>{disabled}</VisuallyHidden> : null}
    </span>
  );
}

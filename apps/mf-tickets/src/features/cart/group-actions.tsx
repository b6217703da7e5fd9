import { ExternalLink, Trash2 } from 'lucide-react';
import { useClockValue } from '@tessera/ui';
import { Box, Button, IconButton, Link } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { CartActions } from './cart-actions';
import { type CartGroup, phaseOf } from './groups';

export interface GroupActionsProps {
  group: CartGroup;
  actions: CartActions;
  isFirst: boolean;
  /** Below 600 px both buttons have labels, and Remove is in the row's menu. */
  isNarrow?: boolean;
}

/** A row's actions in its current phase: open the basket, mark as purchased, remove. */
export function GroupActions({ group, actions, isFirst, isNarrow = false }: GroupActionsProps) {
  const t = useTexts();
  const phase = useClockValue(() => phaseOf(group, actions.now()));
  const why = actions.blocked ?? (phase === 'over' ? t('cart.tooLate') : undefined);
  const quiet = isNarrow ? 'outlined' : 'text';
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: isNarrow ? 1 : 0.5,
        justifyContent: 'flex-end',
      }}
    >
      {group.isLapsed ? null : <BasketLink group={group} isNarrow={isNarrow} />}
      <Button
        size="small"
        variant={phase === 'lapsing' && isFirst ? 'contained' : phase === 'held' ? quiet : 'outlined'}
        disabled={why !== undefined}
        title={why}
        onClick={() => (group.isLapsed ? actions.confirmLate(group) : actions.markPurchased([group]))}
      >
        {t(group.isLapsed ? 'cart.confirmLate' : 'cart.markPurchased')}
      </Button>
      {isNarrow ? null : (
        <RemoveButton
          label={t('cart.removeGroup')}
          blocked={actions.blocked}
          onClick={() => actions.removeGroups([group])}
        />
      )}
    </Box>
  );
}

/** A link to the basket at the site, where the user pays. */
function BasketLink({ group: { first }, isNarrow }: Pick<Required<GroupActionsProps>, 'group' | 'isNarrow'>) {
  const t = useTexts();
  if (!first.basket) return null;
  const link = { component: Link, href: first.basket, target: '_blank', rel: 'noopener noreferrer' } as const;
  const label = t('cart.openBasketOf', { event: first.event_name ?? t('cart.thisEvent') });
  const icon = <ExternalLink size={16} strokeWidth={1.75} aria-hidden />;
  return isNarrow ? (
    <Button {...link} size="small" variant="outlined" startIcon={icon} aria-label={label}>
      {t('cart.openBasketShort')}
    </Button>
  ) : (
    <IconButton {...link} size="small" aria-label={label} title={t('cart.openBasket')}>
      {icon}
    </IconButton>
  );
}

export interface RemoveButtonProps {
  label: string;
  blocked: string | undefined;
  onClick: () => void;
}

export function RemoveButton({ label, blocked, onClick }: RemoveButtonProps) {
  return (
    <span title={blocked}>
      <IconButton size="small" aria-label={label} disabled={blocked !== undefined} onClick={onClick}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </span>
  );
}

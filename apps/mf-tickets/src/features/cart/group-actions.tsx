import { Check, ExternalLink, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useClockValue } from '@tessera/ui';
import { Box, Button, IconButton, Link } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { CartActions } from './cart-actions';
import { type CartGroup, phaseOf } from './groups';

export interface GroupActionsProps {
  group: CartGroup;
  actions: CartActions;
  isFirst: boolean;
  /** Marking as purchased is an icon. */
  isTight?: boolean;
  /** Below 600 px Remove is in the row's menu. */
  isNarrow?: boolean;
}

/**
 * A row's actions in its current phase, in the order in which they are done: open the basket at the site, where it is paid;
 * mark as purchased; remove. Of the row that expires first the next of them is the primary button.
 */
export function GroupActions({
  group,
  actions,
  isFirst,
  isTight = false,
  isNarrow = false,
}: GroupActionsProps) {
  const t = useTexts();
  const phase = useClockValue(() => phaseOf(group, actions.now()));
  const [isOpened, setOpened] = useState(false);
  const why = actions.payBlocked ?? (phase === 'over' ? t('cart.tooLate') : undefined);
  const quiet = isNarrow || phase !== 'held' ? 'outlined' : 'text';
  const opensFirst = !group.isLapsed && group.first.basket !== null && !isOpened;
  const record = t(group.isLapsed ? 'cart.confirmLate' : 'cart.markPurchased');
  const onRecord = () => (group.isLapsed ? actions.confirmLate(group) : actions.markPurchased([group]));
  const isRecordNext = isFirst && !group.isLapsed && !opensFirst;
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
      {group.isLapsed ? null : (
        <BasketLink
          group={group}
          isShort={isTight && !isNarrow}
          variant={isFirst && opensFirst ? 'contained' : 'outlined'}
          onOpen={() => setOpened(true)}
        />
      )}
      {isTight && !isNarrow && !group.isLapsed ? (
        <span title={why ?? record}>
          <IconButton
            size="small"
            color={isRecordNext ? 'primary' : 'default'}
            aria-label={record}
            disabled={why !== undefined}
            onClick={onRecord}
          >
            <Check size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </span>
      ) : (
        <Button
          size="small"
          variant={isRecordNext ? 'contained' : quiet}
          disabled={why !== undefined}
          title={why}
          onClick={onRecord}
        >
          {record}
        </Button>
      )}
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

interface BasketLinkProps {
  group: CartGroup;
  isShort: boolean;
  variant: 'contained' | 'outlined';
  onOpen: () => void;
}

/** A link to the basket at the site, where the user pays. */
function BasketLink({ group: { first }, isShort, variant, onOpen }: BasketLinkProps) {
  const t = useTexts();
  if (!first.basket) return null;
  return (
    <Button
      component={Link}
      href={first.basket}
      target="_blank"
      rel="noopener noreferrer"
      size="small"
      variant={variant}
      startIcon={<ExternalLink size={16} strokeWidth={1.75} aria-hidden />}
      aria-label={t('cart.openBasketOf', { event: first.event_name ?? t('cart.thisEvent') })}
      onClick={onOpen}
    >
      {t(isShort ? 'pay.openShort' : 'cart.openBasketShort')}
    </Button>
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

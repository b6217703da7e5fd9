import { Box, Button, IconButton, Link } from '@tessera/ui/mui';
import { useTicking } from '@tessera/ui';
import { ExternalLink, Trash2 } from 'lucide-react';
import { useTexts } from '../../texts';
import type { CartCalls } from './cart-columns';
import { phaseOf, type CartGroup } from './groups';

export interface GroupActionsProps {
  group: CartGroup;
  calls: CartCalls;
  isFirst: boolean;
  /** The other actions stand in the row's menu. */
  alone: boolean;
}

/** What a row offers in its phase, which changes with the second. */
export function GroupActions({ group, calls, isFirst, alone }: GroupActionsProps) {
  const t = useTexts();
  const { first } = group;
  const phase = useTicking(() => phaseOf(group, calls.now()));
  const why = calls.blocked ?? (phase === 'over' ? t('cart.tooLate') : undefined);
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, justifyContent: 'flex-end' }}
    >
      {first.basket && !group.isLapsed && !alone ? (
        <IconButton
          component={Link}
          href={first.basket}
          target="_blank"
          rel="noopener noreferrer"
          size="small"
          aria-label={t('cart.openBasketOf', { event: first.event_name ?? t('cart.thisEvent') })}
          title={t('cart.openBasket')}
        >
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      ) : null}
      <Button
        size="small"
        variant={phase === 'lapsing' && isFirst ? 'contained' : phase === 'held' ? 'text' : 'outlined'}
        disabled={why !== undefined}
        title={why}
        onClick={() => (group.isLapsed ? calls.confirmLate(group) : calls.markPurchased([group]))}
      >
        {t(group.isLapsed ? 'cart.confirmLate' : 'cart.markPurchased')}
      </Button>
      {alone ? null : (
        <RemoveButton
          label={t('cart.removeGroup')}
          blocked={calls.blocked}
          onClick={() => calls.removeGroups([group])}
        />
      )}
    </Box>
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

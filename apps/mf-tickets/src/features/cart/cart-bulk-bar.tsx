import { Check, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { BulkBar, type Selection, useSelected } from '@tessera/data-table/list-page';
import { MoneyTotals, totalsByCurrency } from '@tessera/ui';
import { useTexts } from '../../texts';
import type { CartGroup } from './groups';
import type { useCartActions } from './use-cart-actions';

interface CartBulkBarProps {
  /** The groups whose seats are held still; undefined until they are loaded. */
  live: readonly CartGroup[] | undefined;
  selection: Selection;
  actions: ReturnType<typeof useCartActions>;
  isNarrow: boolean;
}

/** The commands for the selected groups. A group whose seats lapse leaves the selection. */
export function CartBulkBar({ live, selection, actions, isNarrow }: CartBulkBarProps) {
  const t = useTexts();
  const { keys } = useSelected(selection);
  const chosen = (live ?? []).filter(({ key }) => keys.has(key));
  const seats = chosen.flatMap(({ tickets }) => tickets);
  useEffect(() => {
    if (!live) return;
    const liveKeys = new Set<unknown>(live.map(({ key }) => key));
    const removedKeys = [...keys].filter((key) => !liveKeys.has(key));
    if (removedKeys.length > 0) selection.setSelected(removedKeys, false);
  }, [live, keys, selection]);
  return (
    <BulkBar
      summary={[
        ...(isNarrow ? [] : [t('cart.groupCount', { count: chosen.length })]),
        t('cart.seatCount', { count: seats.length }),
      ].join(', ')}
      detail={<MoneyTotals totals={totalsByCurrency(seats)} />}
      actions={[
        {
          label: t(isNarrow ? 'cart.markPurchased' : 'cart.purchase'),
          icon: Check,
          onSelect: () => actions.markPurchased(chosen),
          disabled: actions.payBlocked,
        },
        {
          label: t(isNarrow ? 'cart.removeShort' : 'cart.remove'),
          icon: Trash2,
          onSelect: () => actions.removeGroups(chosen),
          disabled: actions.blocked,
        },
      ]}
    />
  );
}

import { styled } from '@mui/material';
import { Ellipsis, type LucideIcon, X } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { FloatingBar, formatCount, useBottomInset, useElementWidth } from '@tessera/ui';
import { RowMenu } from './menus';
import type { RowKey, Selection } from './table-types';
import { translate, useTexts } from './texts';
import { loadedSelection, useDeferredSelected } from './use-selection';

/** A command of the bulk bar, with the number of rows that it applies to. */
export interface BulkAction {
  label: string;
  icon?: LucideIcon;
  /** How many of the selected rows it applies to; 0 disables it, null: unknown. */
  count?: number | null;
  /** Why it isn't available. */
  disabled?: string;
  onSelect: () => void;
  /** Shown in the menu only. */
  more?: boolean;
}

/** What the bulk bar of a list has to know of it. */
export interface BulkBarList {
  selection: Selection;
  /** Whether each of the selected rows is a loaded one. */
  isVirtual: boolean;
  rows: readonly unknown[] | undefined;
  keyOf: (row: never) => RowKey;
  total: number | undefined;
  totalCapped: boolean;
  canSelectAll: boolean;
}

/** The list that a bulk bar belongs to. */
export const BulkBarContext = createContext<BulkBarList | null>(null);

interface BulkBarProps {
  /** "2 groups, 6 seats"; by default the number of rows. */
  summary?: ReactNode;
  /** In secondary colour: "£330.00"; by default "of 27". */
  detail?: ReactNode;
  actions: readonly BulkAction[];
}

/** The bar that floats above a list while rows are selected. */
export function BulkBar({ summary, detail, actions }: BulkBarProps) {
  const t = useTexts();
  const list = useContext(BulkBarContext);
  if (!list) throw new Error('A BulkBar is the `bulkBar` of a ListPage');
  const { selection, isVirtual, rows = noRows, keyOf, total, totalCapped } = list;
  const selected = useDeferredSelected(selection);
  const { keys, all } = selected;
  const loaded = useMemo(() => {
    const keyOfAny = keyOf as (row: unknown) => RowKey;
    return {
      isComplete: loadedSelection(rows, keyOfAny, selected) === 'all',
      // Rows that were selected are among the loaded ones, unless a change took them out of the view.
      hidden:
        isVirtual && !selected.all
          ? selected.keys.size - rows.filter((row) => selected.keys.has(keyOfAny(row))).length
          : 0,
    };
  }, [rows, keyOf, isVirtual, selected]);
  const size = all ? (total ?? keys.size) : keys.size;
  if (size === 0) return null;
  // A capped total doesn't give the number of remaining rows.
  const hasMore = total !== undefined && (totalCapped || total > size);
  const shownDetail =
    detail ??
    (loaded.hidden > 0
      ? t('selection.hidden', { number: formatCount(loaded.hidden) })
      : total === undefined
        ? undefined
        : t('selection.of', { number: formatCount(total, totalCapped) }));
  return (
    <FloatingBulkBar
      summary={summary ?? t('selection.selected', { number: formatCount(size, all && totalCapped) })}
      detail={shownDetail}
      size={size}
      actions={actions}
      onClear={selection.clear}
      selectAll={
        list.canSelectAll && loaded.isComplete && !all && hasMore
          ? { count: total, capped: totalCapped, onSelect: selection.selectAll }
          : undefined
      }
    />
  );
}

const noRows: readonly never[] = [];

interface FloatingBulkBarProps extends BulkBarProps {
  /** The number of selected rows; counts have room for as many digits, so that no button moves when they change. */
  size: number;
  onClear: () => void;
  /** Offers to select all matching rows; `capped`: counting stopped at `count`. */
  selectAll: { count: number; capped: boolean; onSelect: () => void } | undefined;
}

/** Height in px that snackbars stay clear of. */
const INSET = 56;

const FloatingFrame = styled('div')({
  position: 'absolute',
  zIndex: 10,
  left: 12,
  right: 12,
  bottom: 16,
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto', maxWidth: '100%' },
  '& .compact': { flex: 1, minHeight: 52 },
});

const disabledReason = ({ disabled, count }: BulkAction): string | undefined =>
  disabled ?? (count === 0 ? translate('selection.none') : undefined);

/** The bar itself; a narrow one moves actions into its menu. */
export function FloatingBulkBar({
  summary,
  detail,
  size,
  actions,
  onClear,
  selectAll,
}: FloatingBulkBarProps) {
  const t = useTexts();
  const [ref, width] = useElementWidth<HTMLDivElement>(1200);
  useBottomInset(INSET);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isCompact = width < 620;
  const direct = actions.filter((action) => !action.more);
  const shown = isCompact ? direct.slice(0, width < 340 ? 2 : 3) : direct;
  const more = actions.filter((action) => !shown.includes(action));
  const all = selectAll && t('selection.all', { number: formatCount(selectAll.count, selectAll.capped) });
  const menu = [
    ...more.map((action) => {
      const reason = disabledReason(action);
      const label =
        action.count === undefined || action.count === null
          ? action.label
          : t('selection.actionCount', { action: action.label, number: formatCount(action.count) });
      return {
        label,
        onSelect: action.onSelect,
        icon: action.icon,
        disabled: reason,
      };
    }),
    ...(isCompact && all ? [{ label: all, onSelect: selectAll.onSelect }] : []),
    ...(isCompact ? [{ label: t('selection.clear'), icon: X, onSelect: onClear }] : []),
  ];
  return (
    <FloatingFrame ref={ref}>
      <FloatingBar
        role="toolbar"
        aria-label={t('selection.title')}
        className={isCompact ? 'compact' : undefined}
      >
        <span role="status" style={{ whiteSpace: 'nowrap' }}>
          <b>{summary}</b>{' '}
          {detail === undefined || isCompact ? null : <span className="second">{detail}</span>}
        </span>
        {selectAll && !isCompact ? (
          <button type="button" className="link" onClick={selectAll.onSelect}>
            {all}
          </button>
        ) : null}
        {isCompact ? <span style={{ flex: 1 }} /> : <span className="rule" />}
        {shown.map((action) => {
          const { label, icon: Icon, count, onSelect } = action;
          const reason = disabledReason(action);
          return (
            <button
              key={label}
              type="button"
              aria-disabled={reason === undefined ? undefined : true}
              title={reason}
              onClick={reason === undefined ? onSelect : undefined}
            >
              {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null}
              {label}
              {isCompact || count === undefined ? null : (
                <span
                  className="second"
                  style={{
                    minWidth: `${formatCount(size).length}ch`,
                    textAlign: 'right',
                    fontVariantNumeric: 'tabular-nums',
                  }}
                >
                  {count === null ? null : formatCount(count)}
                </span>
              )}
            </button>
          );
        })}
        {menu.length > 0 ? (
          <button
            type="button"
            className="square"
            aria-label={t('selection.more')}
            aria-haspopup="menu"
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
          </button>
        ) : null}
        {isCompact ? null : (
          <>
            <span className="rule" />
            <button type="button" className="square" aria-label={t('selection.clear')} onClick={onClear}>
              <X size={16} strokeWidth={1.75} aria-hidden />
            </button>
          </>
        )}
      </FloatingBar>
      <RowMenu anchor={anchor} actions={menu} label={t('selection.more')} onClose={() => setAnchor(null)} />
    </FloatingFrame>
  );
}

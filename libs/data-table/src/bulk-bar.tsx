import { styled } from '@mui/material';
import { Ellipsis, type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FloatingBar, formatCount, useBottomInset, useElementWidth } from '@tessera/ui';
import { RowMenu } from './menus';
import { translate, useTexts } from './texts';

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

interface BulkBarProps {
  /** "3 selected", or "2 groups, 6 seats". */
  summary: ReactNode;
  /** In secondary colour: "of 27", "£330.00". */
  detail?: ReactNode;
  /** The number of selected rows; counts have room for as many digits, so that no button moves when they change. */
  size?: number;
  actions: readonly BulkAction[];
  onClear: () => void;
  /** Offers to select all matching rows; `capped`: counting stopped at `count`. */
  selectAll?: { count: number; capped?: boolean; onSelect: () => void };
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

/** The bar that floats above a list while rows are selected; a narrow one moves actions into its menu. */
export function BulkBar({ summary, detail, size = 0, actions, onClear, selectAll }: BulkBarProps) {
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
        ...(action.icon ? { icon: action.icon } : {}),
        ...(reason === undefined ? {} : { disabled: reason }),
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

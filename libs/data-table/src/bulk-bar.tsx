import { styled } from '@mui/material';
import { Ellipsis, X, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Bar, formatCount, useBottomInset, useElementWidth } from '@tessera/ui';
import { text, useTexts } from './texts';
import { RowMenu } from './row-menu';

/** A command of the bulk bar; it counts what it can act on. */
export interface BulkAction {
  label: string;
  icon?: LucideIcon;
  /** How many of the selected it can act on; 0 disables it, null is not known. */
  count?: number | null;
  /** Why it can't be taken. */
  disabled?: string;
  onSelect: () => void;
  /** Behind the three dots. */
  more?: boolean;
}

export interface BulkBarProps {
  /** "3 selected", or in the list's own words: "2 groups, 6 seats". */
  summary: ReactNode;
  /** Of second rank: "of 27", "£330.00". */
  second?: ReactNode;
  /** How many are selected: room for as many digits is kept at each command, so that none moves under the pointer. */
  size?: number;
  actions: readonly BulkAction[];
  onClear: () => void;
  /** Offers all that match the filter; their count may stop at `count`. */
  selectAll?: { count: number; capped?: boolean; onSelect: () => void };
}

/** Px at the list's foot that snackbars leave to it. */
const FOOT = 56;

const Place = styled('div')({
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

const why = ({ disabled, count }: BulkAction): string | undefined =>
  disabled ?? (count === 0 ? text('selection.none') : undefined);

/** The bar that floats above a list while rows are selected; where there is little room, the rest is in its menu. */
export function BulkBar({ summary, second, size = 0, actions, onClear, selectAll }: BulkBarProps) {
  const t = useTexts();
  const [ref, width] = useElementWidth<HTMLDivElement>(1200);
  useBottomInset(FOOT);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const compact = width < 620;
  const direct = actions.filter((action) => !action.more);
  const shown = compact ? direct.slice(0, width < 340 ? 2 : 3) : direct;
  const more = actions.filter((action) => !shown.includes(action));
  const all = selectAll && t('selection.all', { number: formatCount(selectAll.count, selectAll.capped) });
  const menu = [
    ...more.map((action) => {
      const off = why(action);
      const label =
        action.count === undefined || action.count === null
          ? action.label
          : t('selection.actionCount', { action: action.label, number: formatCount(action.count) });
      return {
        label,
        onSelect: action.onSelect,
        ...(action.icon ? { icon: action.icon } : {}),
        ...(off === undefined ? {} : { disabled: off }),
      };
    }),
    ...(compact && all ? [{ label: all, onSelect: selectAll.onSelect }] : []),
    ...(compact ? [{ label: t('selection.clear'), icon: X, onSelect: onClear }] : []),
  ];
  return (
    <Place ref={ref}>
      <Bar role="toolbar" aria-label={t('selection.title')} className={compact ? 'compact' : undefined}>
        <span role="status" style={{ whiteSpace: 'nowrap' }}>
          <b>{summary}</b> {second === undefined || compact ? null : <span className="second">{second}</span>}
        </span>
        {selectAll && !compact ? (
          <button type="button" className="link" onClick={selectAll.onSelect}>
            {all}
          </button>
        ) : null}
        {compact ? <span style={{ flex: 1 }} /> : <span className="rule" />}
        {shown.map((action) => {
          const { label, icon: Icon, count, onSelect } = action;
          const off = why(action);
          return (
            <button
              key={label}
              type="button"
              aria-disabled={off === undefined ? undefined : true}
              title={off}
              onClick={off === undefined ? onSelect : undefined}
            >
              {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null}
              {label}
              {compact || count === undefined ? null : (
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
        {compact ? null : (
          <>
            <span className="rule" />
            <button type="button" className="square" aria-label={t('selection.clear')} onClick={onClear}>
              <X size={16} strokeWidth={1.75} aria-hidden />
            </button>
          </>
        )}
      </Bar>
      <RowMenu anchor={anchor} actions={menu} label={t('selection.more')} onClose={() => setAnchor(null)} />
    </Place>
  );
}

import { Box } from '@mui/material';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatCount } from '../figures/money';
import { TabButton, TabList } from './tab-list';

export interface TabItem {
  value: string;
  label: ReactNode;
  count?: number;
  /** The count stops at `count`: it shows "10,000+". */
  capped?: boolean;
  icon?: ReactNode;
}

export interface NavTabsProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  items: readonly TabItem[];
  /** Rule below; off where the frame draws it. */
  line?: boolean;
  /** After the last tab: a plus button. */
  end?: ReactNode;
}

/** Tabs with counts, 34 px with a 2 px marker. The panel below is the caller's: `id="panel-<value>"`. */
export function NavTabs({ label, value, onChange, items, line = false, end }: NavTabsProps) {
  'use memo';
  const chosen = items.findIndex((item) => item.value === value);
  const tab = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // With the frame that lays the page out anyway.
    const frame = requestAnimationFrame(() =>
      tab.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        ...(line ? { borderBottom: 1, borderColor: 'line.main', px: { xs: 2, sm: 3 } } : {}),
      }}
    >
      <TabList aria-label={label}>
        {items.map(({ value: key, label: words, count, capped, icon }, index) => (
          <TabButton
            key={key}
            ref={index === chosen ? tab : undefined}
            type="button"
            role="tab"
            id={`tab-${key}`}
            aria-selected={index === chosen}
            tabIndex={index === Math.max(0, chosen) ? 0 : -1}
            onClick={index === chosen ? undefined : () => onChange(key)}
          >
            {icon}
            {words}
            {count === undefined ? null : <span className="count">{formatCount(count, capped)}</span>}
          </TabButton>
        ))}
      </TabList>
      {end}
    </Box>
  );
}

import { Box, Tab, Tabs } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { formatCount } from './money';

export interface TabItem {
  value: string;
  label: ReactNode;
  count?: number;
  /** The server stopped counting at `count`: the tab shows "10,000+". */
  capped?: boolean;
  icon?: ReactElement;
}

export interface NavTabsProps {
  /** Accessible name of the tab list. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  items: readonly TabItem[];
  /** Draws a line below. */
  line?: boolean;
  /** After the last tab: a plus button. */
  end?: ReactNode;
}

/** Tabs with counts. The caller renders the panel and labels it by `tab-<value>`. */
export function NavTabs({ label, value, onChange, items, line = false, end }: NavTabsProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        ...(line ? { borderBottom: 1, borderColor: 'line.main', px: { xs: 2, sm: 3 } } : {}),
      }}
    >
      <Tabs
        aria-label={label}
        variant="scrollable"
        scrollButtons={false}
        value={items.some((item) => item.value === value) && value}
        onChange={(_event, chosen: string) => onChange(chosen)}
      >
        {items.map(({ value: key, label: text, count, capped, icon }) => (
          <Tab
            key={key}
            id={`tab-${key}`}
            value={key}
            icon={icon}
            // A row, with or without an icon; MUI's default is a column.
            iconPosition="start"
            label={
              <>
                {text}
                {count === undefined ? null : <span className="count">{formatCount(count, capped)}</span>}
              </>
            }
          />
        ))}
      </Tabs>
      {end}
    </Box>
  );
}

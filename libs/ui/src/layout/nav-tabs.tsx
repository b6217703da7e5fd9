import { Box, Tab, Tabs } from '@mui/material';
import type { ReactNode } from 'react';
import { formatCount } from '../figures/money';

export interface TabItem {
  value: string;
  label: ReactNode;
  count?: number;
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
        value={items.some((item) => item.value === value) ? value : false}
        onChange={(_event, chosen: string) => onChange(chosen)}
        aria-label={label}
        variant="scrollable"
        scrollButtons={false}
        sx={{ minWidth: 0 }}
      >
        {items.map(({ value: key, label: words, count, icon }) => (
          <Tab
            key={key}
            value={key}
            id={`tab-${key}`}
            label={
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
                {icon}
                {words}
                {count === undefined ? null : (
                  <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
                    {formatCount(count)}
                  </Box>
                )}
              </Box>
            }
          />
        ))}
      </Tabs>
      {end}
    </Box>
  );
}

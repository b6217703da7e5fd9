import type { ReactNode } from 'react';
import { Box } from '@tessera/ui/mui';
import { NavTabs } from '@tessera/ui/panels';

export interface DrawerSection<Id extends string> {
  id: Id;
  label: string;
  count?: number | undefined;
  content: ReactNode;
}

export interface DrawerSectionsProps<Id extends string> {
  /** The tabs' accessible name: "Task". */
  label: string;
  sections: readonly DrawerSection<Id>[];
  shown: Id;
  onShow: (id: Id) => void;
}

/** The sections of a drawer as tabs. */
export function DrawerSections<Id extends string>(props: DrawerSectionsProps<Id>) {
  const { label, sections, shown, onShow } = props;
  return (
    <>
      <Box sx={{ mx: -2, borderBottom: 1, borderColor: 'line.main', px: 2 }}>
        <NavTabs
          label={label}
          value={shown}
          onChange={(value) => onShow(value as Id)}
          items={sections.map(({ id, label: title, count }) => ({
            value: id,
            label: title,
            count,
          }))}
        />
      </Box>
      <Box
        role="tabpanel"
        id={`panel-${shown}`}
        aria-labelledby={`tab-${shown}`}
        sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}
      >
        {sections.find(({ id }) => id === shown)?.content}
      </Box>
    </>
  );
}

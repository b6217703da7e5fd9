import { Box } from '@tessera/ui/mui';
import { NavTabs } from '@tessera/ui/panels';
import type { ReactNode } from 'react';

export interface DrawerSection<Id extends string> {
  id: Id;
  label: string;
  count?: number | undefined;
  content: ReactNode;
}

export interface DrawerSectionsProps<Id extends string> {
  /** What the tabs are of: "Task". */
  label: string;
  sections: readonly DrawerSection<Id>[];
  shown: Id;
  onShow: (id: Id) => void;
}

/** The parts of what is open, one at a time. */
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
            ...(count === undefined ? {} : { count }),
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

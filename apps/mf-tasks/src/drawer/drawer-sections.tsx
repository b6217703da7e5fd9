import type { ReactNode } from 'react';
import { Box } from '@tessera/ui/mui';
import { NavTabs } from '@tessera/ui/panels';

export interface DrawerSection {
  id: string;
  label: string;
  count?: number | undefined;
  content: ReactNode;
}

export interface DrawerSectionsProps {
  /** The tabs' accessible name: "Task". */
  label: string;
  sections: readonly DrawerSection[];
  /** The first one is shown in place of one that isn't there. */
  shown: string;
  onShow: (id: string) => void;
}

/** The sections of a drawer as tabs. */
export function DrawerSections({ label, sections, shown, onShow }: DrawerSectionsProps) {
  const section = sections.find(({ id }) => id === shown) ?? sections[0];
  return (
    <>
      <Box sx={{ mx: -2, borderBottom: 1, borderColor: 'line.main', px: 2 }}>
        <NavTabs
          label={label}
          value={section?.id ?? shown}
          onChange={onShow}
          items={sections.map(({ id, label: title, count }) => ({
            value: id,
            label: title,
            count,
          }))}
        />
      </Box>
      <Box
        role="tabpanel"
        id={`panel-${section?.id}`}
        aria-labelledby={`tab-${section?.id}`}
        sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}
      >
        {section?.content}
      </Box>
    </>
  );
}

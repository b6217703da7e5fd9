import { Button, Tooltip } from '@mui/material';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from './texts';
import type { SavedViews } from './list-backend';
import type { ViewsControl } from './use-views-control';
import { ViewsEntries } from './views-entries';

export interface ViewsMenuProps {
  saved: SavedViews;
  control: ViewsControl;
}

const named = { maxWidth: 180, px: 1, '& .name': { overflow: 'hidden', textOverflow: 'ellipsis' } };
const bare = {
  width: 30,
  px: 0,
  '& .MuiButton-startIcon': { m: 0 },
  '@media (pointer: coarse)': { minWidth: 40 },
};

/** The list's saved views: choose one; save, update, rename, share, delete; open the list with it. */
export function ViewsMenu({ saved, control }: ViewsMenuProps) {
  const t = useTexts();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { current, changed } = control;
  const label = current
    ? t(changed ? 'views.currentChanged' : 'views.current', { name: current.name })
    : t('views.title');
  return (
    <>
      {/* One button for both: it keeps the focus when a view comes to be chosen. */}
      <Tooltip title={label}>
        <Button
          variant="text"
          aria-haspopup="menu"
          aria-label={label}
          onClick={(event) => setAnchor(event.currentTarget)}
          startIcon={<Bookmark size={16} strokeWidth={1.75} aria-hidden />}
          sx={current ? named : bare}
        >
          {current ? <span className="name">{current.name}</span> : null}
          {current && changed ? <span aria-hidden>*</span> : null}
        </Button>
      </Tooltip>
      {anchor ? (
        <ViewsEntries saved={saved} control={control} anchor={anchor} onClose={() => setAnchor(null)} />
      ) : null}
    </>
  );
}

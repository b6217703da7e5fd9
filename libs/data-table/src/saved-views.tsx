import { Box, Button, Divider, Link, ListSubheader, Menu, MenuItem, Tooltip } from '@mui/material';
import { Bookmark, Pin } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { SavedView, SavedViews } from './list-backend';
import { MenuMark } from './menus';
import { useTexts } from './texts';
import type { ListState } from './use-list-state';
import { type SavedViewActions, useDefaultView, useSavedViews } from './use-saved-views';

/** Loaded when it is opened, with the form library. */
const ViewDialog = lazy(() => import('./view-dialog'));

/** Saved views at the end of a list's filters: their menu, and a link that saves the list's unsaved state. */
export function SavedViewsControl({ saved, state }: { saved: SavedViews; state: ListState }) {
  const t = useTexts();
  const control = useSavedViews(saved, state);
  const { current, isChanged, dialog } = control;
  useDefaultView(saved, state);
  const isUnsaved = !control.isDefault && (current === undefined || isChanged) && saved.views !== undefined;
  const edited = dialog === 'edit' ? (current ?? null) : null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flex: 'none' }}>
      {isUnsaved ? (
        <Link
          component="button"
          type="button"
          underline="hover"
          onClick={control.startNew}
          sx={{ typography: 'caption', fontWeight: 550, px: 0.5, minHeight: 24 }}
        >
          {t('views.save')}
        </Link>
      ) : null}
      <ViewsMenu saved={saved} control={control} />
      {dialog ? (
        <Suspense fallback={null}>
          <ViewDialog
            view={edited}
            isDefault={edited !== null && edited.id === saved.defaultId}
            mayShare={saved.mayShare}
            onSave={control.submit}
            onClose={control.closeDialog}
          />
        </Suspense>
      ) : null}
    </Box>
  );
}

interface ViewsMenuProps {
  saved: SavedViews;
  control: SavedViewActions;
}

const namedStyles = { maxWidth: 180, px: 1, '& .name': { overflow: 'hidden', textOverflow: 'ellipsis' } };
const iconStyles = {
  width: 30,
  px: 0,
  '& .MuiButton-startIcon': { m: 0 },
  '@media (pointer: coarse)': { minWidth: 40 },
};

/** The button of the saved views, and their menu. */
function ViewsMenu({ saved, control }: ViewsMenuProps) {
  const t = useTexts();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { current, isChanged } = control;
  const label = current
    ? t(isChanged ? 'views.currentChanged' : 'views.current', { name: current.name })
    : t('views.title');
  return (
    <>
      {/* One element with and without a name, so that it keeps the focus when a view is chosen. */}
      <Tooltip title={label}>
        <Button
          variant="text"
          aria-haspopup="menu"
          aria-label={label}
          onClick={(event) => setAnchor(event.currentTarget)}
          startIcon={<Bookmark size={16} strokeWidth={1.75} aria-hidden />}
          sx={current ? namedStyles : iconStyles}
        >
          {current ? <span className="name">{current.name}</span> : null}
          {current && isChanged ? <span aria-hidden>*</span> : null}
        </Button>
      </Tooltip>
      {anchor ? (
        <ViewsEntries saved={saved} control={control} anchor={anchor} onClose={() => setAnchor(null)} />
      ) : null}
    </>
  );
}

interface ViewsEntriesProps {
  saved: SavedViews;
  control: SavedViewActions;
  anchor: HTMLElement;
  onClose: () => void;
}

/** The open menu: chooses, saves, updates, renames, shares or deletes a view, or makes it the default. */
function ViewsEntries({ saved, control, anchor, onClose }: ViewsEntriesProps) {
  const t = useTexts();
  const { current, isChanged } = control;
  const views = saved.views ?? [];
  const own = views.filter((view) => view.own);
  const shared = views.filter((view) => !view.own);
  const closeAnd = (action: () => void) => () => {
    onClose();
    action();
  };
  const entry = (view: SavedView) => (
    <MenuItem
      key={view.id}
      role="menuitemradio"
      aria-checked={view.id === current?.id}
      selected={view.id === current?.id}
      onClick={closeAnd(() => control.choose(view))}
    >
      <MenuMark on={view.id === current?.id} />
      <span style={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis' }} title={view.name}>
        {view.own ? view.name : t('views.of', { name: view.name, owner: view.owner })}
      </span>
      {view.id === saved.defaultId ? (
        <Pin size={14} strokeWidth={1.75} role="img" aria-label={t('views.isDefault')} />
      ) : null}
    </MenuItem>
  );
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      slotProps={{
        list: { 'aria-label': t('views.title') },
        paper: { sx: { minWidth: 240, maxWidth: 360 } },
      }}
    >
      {own.length > 0 ? <GroupHeading>{t('views.own')}</GroupHeading> : null}
      {own.map(entry)}
      {shared.length > 0 ? <GroupHeading>{t('views.shared')}</GroupHeading> : null}
      {shared.map(entry)}
      {views.length > 0 ? <Divider component="li" role="separator" /> : null}
      {views.length === 0 ? <GroupHeading>{t('views.none')}</GroupHeading> : null}
      <MenuItem onClick={closeAnd(control.startNew)}>{t('views.saveCurrent')}</MenuItem>
      {current?.own
        ? [
            <MenuItem key="update" disabled={!isChanged} onClick={closeAnd(control.update)}>
              {t('views.update', { name: current.name })}
            </MenuItem>,
            <MenuItem key="edit" onClick={closeAnd(control.startEdit)}>
              {t('views.editCurrent')}
            </MenuItem>,
          ]
        : null}
      {current ? (
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={current.id === saved.defaultId}
          onClick={closeAnd(control.toggleDefault)}
        >
          <MenuMark on={current.id === saved.defaultId} />
          {t('views.opens')}
        </MenuItem>
      ) : null}
      {current?.own ? (
        <MenuItem sx={{ color: 'status.cinnabar.text' }} onClick={closeAnd(control.remove)}>
          {t('views.remove', { name: current.name })}
        </MenuItem>
      ) : null}
      {control.isDefault ? null : <MenuItem onClick={closeAnd(control.reset)}>{t('views.reset')}</MenuItem>}
    </Menu>
  );
}

const GroupHeading = ({ children }: { children: ReactNode }) => (
  <ListSubheader
    role="presentation"
    sx={{ typography: 'caption', lineHeight: '28px', px: '10px', color: 'text.tertiary' }}
  >
    {children}
  </ListSubheader>
);

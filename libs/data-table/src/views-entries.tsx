import { Divider, ListSubheader, Menu, MenuItem } from '@mui/material';
import { Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from './texts';
import type { SavedView, SavedViews } from './list-backend';
import { MenuMark } from './menu-mark';
import type { ViewsControl } from './use-views-control';

export interface ViewsEntriesProps {
  saved: SavedViews;
  control: ViewsControl;
  anchor: HTMLElement;
  onClose: () => void;
}

/** The open menu of saved views. */
export function ViewsEntries({ saved, control, anchor, onClose }: ViewsEntriesProps) {
  const t = useTexts();
  const { current, changed } = control;
  const views = saved.views ?? [];
  const own = views.filter((view) => view.own);
  const shared = views.filter((view) => !view.own);
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  const entry = (view: SavedView) => (
    <MenuItem
      key={view.id}
      role="menuitemradio"
      aria-checked={view.id === current?.id}
      selected={view.id === current?.id}
      onClick={then(() => control.choose(view))}
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
      {own.length > 0 ? <Head>{t('views.own')}</Head> : null}
      {own.map(entry)}
      {shared.length > 0 ? <Head>{t('views.shared')}</Head> : null}
      {shared.map(entry)}
      {views.length > 0 ? <Divider component="li" role="separator" /> : null}
      {views.length === 0 ? <Head>{t('views.none')}</Head> : null}
      <MenuItem onClick={then(control.startNew)}>{t('views.saveCurrent')}</MenuItem>
      {current?.own
        ? [
            <MenuItem key="update" disabled={!changed} onClick={then(control.update)}>
              {t('views.update', { name: current.name })}
            </MenuItem>,
            <MenuItem key="edit" onClick={then(control.startEdit)}>
              {t('views.editCurrent')}
            </MenuItem>,
          ]
        : null}
      {current ? (
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={current.id === saved.defaultId}
          onClick={then(control.toggleDefault)}
        >
          <MenuMark on={current.id === saved.defaultId} />
          {t('views.opens')}
        </MenuItem>
      ) : null}
      {current?.own ? (
        <MenuItem sx={{ color: 'status.cinnabar.text' }} onClick={then(control.remove)}>
          {t('views.remove', { name: current.name })}
        </MenuItem>
      ) : null}
      {control.plain ? null : <MenuItem onClick={then(control.reset)}>{t('views.reset')}</MenuItem>}
    </Menu>
  );
}

const Head = ({ children }: { children: ReactNode }) => (
  <ListSubheader
    role="presentation"
    sx={{ typography: 'caption', lineHeight: '28px', px: '10px', color: 'text.tertiary' }}
  >
    {children}
  </ListSubheader>
);

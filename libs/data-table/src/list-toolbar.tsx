import { Box, IconButton, Menu, MenuItem, Tooltip } from '@mui/material';
import { Columns3, Download, RefreshCw, Rows3 } from 'lucide-react';
import { useState } from 'react';
import { MenuMark } from './menus';
import type { Column, Density } from './table-types';
import { useTexts } from './texts';

interface ListToolbarProps<Row> {
  columns: readonly Column<Row>[];
  shown: ReadonlySet<string>;
  onColumns: (ids: readonly string[] | null) => void;
  density: Density;
  /** Undefined: the row height can't be changed. */
  onDensity: ((density: Density) => void) | undefined;
  onExport: (() => void) | undefined;
  onRefresh: (() => void) | undefined;
  refreshing: boolean;
}

const densities = [
  { value: 28, label: 'list.compact' },
  { value: 36, label: 'list.standard' },
  { value: 44, label: 'list.comfortable' },
] as const;

/** The tools of a list: columns, density, CSV and refresh. */
export function ListToolbar<Row>(props: ListToolbarProps<Row>) {
  const t = useTexts();
  const { columns, shown, onColumns, density, onDensity, onExport, onRefresh, refreshing } = props;
  const [menu, setMenu] = useState<{ kind: 'columns' | 'density'; anchor: HTMLElement } | null>(null);
  const close = () => setMenu(null);
  const toggle = (id: string) =>
    onColumns(
      columns.map((column) => column.id).filter((one) => (one === id ? !shown.has(one) : shown.has(one))),
    );
  return (
    <Box sx={{ display: 'flex', gap: 0.5, flex: 'none' }}>
      {columns.length === 0 ? null : (
        <Tool
          label={t('list.columns')}
          icon={Columns3}
          onClick={(anchor) => setMenu({ kind: 'columns', anchor })}
          hasMenu
        />
      )}
      {onDensity ? (
        <Tool
          label={t('list.density')}
          icon={Rows3}
          onClick={(anchor) => setMenu({ kind: 'density', anchor })}
          hasMenu
        />
      ) : null}
      {onExport ? <Tool label={t('csv.download')} icon={Download} onClick={onExport} /> : null}
      {onRefresh ? (
        <Tool
          label={t(refreshing ? 'list.refreshing' : 'commands.refresh')}
          icon={RefreshCw}
          onClick={onRefresh}
        />
      ) : null}
      {menu?.kind === 'columns' ? (
        <Menu anchorEl={menu.anchor} open onClose={close}>
          {columns.map((column) => (
            <MenuItem
              key={column.id}
              role="menuitemcheckbox"
              aria-checked={shown.has(column.id)}
              disabled={column.fixed ?? false}
              onClick={() => toggle(column.id)}
            >
              <MenuMark on={shown.has(column.id)} />
              {column.header}
            </MenuItem>
          ))}
          <MenuItem onClick={() => onColumns(null)}>{t('list.defaultColumns')}</MenuItem>
        </Menu>
      ) : null}
      {menu?.kind === 'density' ? (
        <Menu anchorEl={menu.anchor} open onClose={close}>
          {densities.map(({ value, label }) => (
            <MenuItem
              key={value}
              role="menuitemradio"
              aria-checked={value === density}
              selected={value === density}
              onClick={() => {
                close();
                onDensity?.(value);
              }}
            >
              {t(label)}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </Box>
  );
}

interface ToolProps {
  label: string;
  icon: typeof Columns3;
  onClick: (anchor: HTMLElement) => void;
  hasMenu?: boolean;
}

function Tool({ label, icon: Icon, onClick, hasMenu = false }: ToolProps) {
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        aria-haspopup={hasMenu ? 'menu' : undefined}
        onClick={(event) => onClick(event.currentTarget)}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}

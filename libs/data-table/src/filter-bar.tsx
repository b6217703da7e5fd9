import { ButtonBase, Menu, MenuItem } from '@mui/material';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FilterChip, useLocale } from '@tessera/ui';
import { FilterEditor } from './filter-editor';
import { type FilterDef, formatFilterOperator, formatFilterValue } from './filters';
import { useTexts } from './texts';
import type { ListState } from './use-list-state';

interface FilterBarProps {
  defs: readonly FilterDef[];
  state: ListState;
  /** Loads the choices of the filters; called when the pointer or the focus reaches the button that adds one. */
  preload?: (() => void) | undefined;
}

/** The chips of the active filters, and a button that adds one. */
export function FilterBar({ defs, state, preload }: FilterBarProps) {
  const t = useTexts();
  const locale = useLocale();
  const [adding, setAdding] = useState<HTMLElement | null>(null);
  const [editing, setEditing] = useState<{ field: string; anchor: HTMLElement } | null>(null);
  // In one update: a menu that closes later would take the focus back from the dialog's field.
  const edit = ({ field }: FilterDef, anchor: HTMLElement) => {
    setEditing({ field, anchor });
    setAdding(null);
  };
  const defsByField = new Map(defs.map((def) => [def.field, def]));
  const active = new Set(state.filters.map(({ field }) => field));
  const free = defs.filter(({ field, kind }) => !active.has(field) && kind !== 'instant');
  const edited = editing && defsByField.get(editing.field);
  const current = state.filters.find(({ field }) => field === editing?.field);
  return (
    <>
      {state.filters.map((filter) => {
        const def = defsByField.get(filter.field);
        return def ? (
          <FilterChip
            key={filter.field}
            field={def.label}
            operator={formatFilterOperator(def, filter)}
            value={formatFilterValue(def, filter, locale)}
            negated={filter.not}
            onRemove={() => state.removeFilter(filter.field)}
            onEdit={def.kind === 'instant' ? undefined : (anchor) => edit(def, anchor)}
          />
        ) : null;
      })}
      {free.length > 0 ? (
        <ButtonBase
          aria-haspopup="menu"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={({ currentTarget }) => setAdding(currentTarget)}
          sx={{
            typography: 'caption',
            flex: 'none',
            gap: '6px',
            height: 26,
            px: '8px',
            color: 'text.secondary',
            border: '1px dashed',
            borderColor: 'line.main',
            borderRadius: '6px',
            '&:hover': { backgroundColor: 'surface.hover' },
            '@media (pointer: coarse)': { height: 40 },
          }}
        >
          <Plus size={14} strokeWidth={1.75} aria-hidden />
          {t('filter.add')}
        </ButtonBase>
      ) : null}
      {adding ? (
        <FieldMenu
          anchor={adding}
          defs={free}
          onChoose={(def) => edit(def, adding)}
          onClose={() => setAdding(null)}
        />
      ) : null}
      {edited ? (
        <FilterEditor
          key={edited.field}
          def={edited}
          value={current ?? { field: edited.field, values: [], not: false }}
          anchor={editing.anchor}
          onApply={(value) => {
            setEditing(null);
            state.setFilter(value);
          }}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
}

interface FieldMenuProps {
  anchor: HTMLElement;
  defs: readonly FilterDef[];
  onChoose: (def: FilterDef) => void;
  onClose: () => void;
}

/** The menu of the fields that can be filtered by. */
function FieldMenu({ anchor, defs, onChoose, onClose }: FieldMenuProps) {
  return (
    <Menu anchorEl={anchor} open onClose={onClose}>
      {defs.map((def) => (
        <MenuItem key={def.field} onClick={() => onChoose(def)}>
          {def.label}
        </MenuItem>
      ))}
    </Menu>
  );
}

import { Box, Button } from '@mui/material';
import { type ReactNode, useId, useMemo } from 'react';
import { DialogFrame, DialogHeader, EmptyState, ErrorAlert, type ErrorInfo, formatCount } from '@tessera/ui';
import { type ChoiceItem, SelectedItems } from '@tessera/ui/forms';
import { DataTable } from './data-table';
import type { Column, Selection } from './table-types';
import { useTexts } from './texts';

interface ChoiceDialogProps {
  title: string;
  subtitle?: ReactNode;
  /** "Login", "Logins". */
  noun: string;
  nouns: string;
  /** The items that match the filters; undefined while they are loading. */
  options: readonly ChoiceItem[] | undefined;
  /** The chosen items, in order. */
  chosen: readonly ChoiceItem[];
  onChange: (ids: readonly number[]) => void;
  /** How many items can be used; undefined: any number. */
  slots?: number | undefined;
  error?: ErrorInfo | null;
  onRetry?: () => void;
  /** Shown when no item matches. */
  empty: string;
  /** Search and filters above the items. */
  filters: ReactNode;
  /** Beside the counts: "3 found, not known: …". */
  note?: string;
  /** The verb and the count: "Use 12 logins". */
  submitLabel: string;
  isBusy?: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

const createColumns = (noun: string, status: string): readonly Column<ChoiceItem>[] => [
  {
    id: 'label',
    header: noun,
    cell: ({ label, detail }) => (
      <>
        {label}
        {detail ? (
          <Box component="span" title={detail} sx={{ typography: 'body2', ml: 1, color: 'text.secondary' }}>
            {detail}
          </Box>
        ) : null}
      </>
    ),
    strong: true,
    minWidth: 200,
  },
  {
    id: 'status',
    header: status,
    width: 170,
    cell: ({ status: chip, blocked }) => (
      <>
        {chip}
        {blocked ? <span className="reason">{blocked}</span> : null}
      </>
    ),
  },
];
const keyOf = ({ id }: ChoiceItem) => id;
const nameOf = ({ label }: ChoiceItem) => label;
const isFree = ({ blocked }: ChoiceItem) => blocked === undefined;

/** A list of items beside the chosen ones in their order; blocked items are shown with the reason. */
export function ChoiceDialog(props: ChoiceDialogProps) {
  const { title, subtitle, noun, nouns, options, chosen, onChange, slots, error, onRetry, filters } = props;
  const t = useTexts();
  const id = useId();
  const columns = useMemo(() => createColumns(noun, t('status')), [noun, t]);
  const selection = useMemo<Selection>(() => {
    const ids = chosen.map(keyOf);
    const setChosen = (keys: readonly number[], isChosen: boolean) =>
      onChange(
        isChosen
          ? [...ids, ...keys.filter((key) => !ids.includes(key))]
          : ids.filter((key) => !keys.includes(key)),
      );
    const selected = { keys: new Set(ids), all: false };
    return {
      read: () => selected,
      // The dialog's owner holds what is chosen: a change makes another selection.
      subscribe: () => () => undefined,
      setSelected: (keys, isChosen) => setChosen(keys.map(Number), isChosen),
      selectAll: () => undefined,
      clear: () => undefined,
    };
  }, [chosen, onChange]);
  const free = (options ?? []).filter(isFree);
  const blocked = chosen.length - chosen.filter(isFree).length;
  const counts = [
    t('choice.sumChosen', { number: formatCount(chosen.length) }),
    slots === undefined ? null : t('choice.sumSlots', { count: slots }),
    blocked > 0 ? t('choice.sumBlocked', { number: formatCount(blocked) }) : null,
  ].filter(Boolean);
  return (
    <DialogFrame
      open
      width={960}
      fullHeight
      flush
      labelledBy={id}
      onClose={props.onClose}
      header={<DialogHeader id={id} title={title} subtitle={subtitle} onClose={props.onClose} />}
      footer={
        <>
          <Box role="status" sx={{ flex: 1, color: 'text.secondary' }}>
            {counts.join(', ')}
            {props.note ? ` · ${props.note}` : ''}
          </Box>
          <Button onClick={props.onClose}>{t('cancel')}</Button>
          <Button variant="contained" disabled={props.isBusy ?? false} onClick={props.onSubmit}>
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'flex', height: '100%', minHeight: 0, flexDirection: { xs: 'column', sm: 'row' } }}>
        <Box sx={{ flex: 3, minWidth: 0, minHeight: 240, display: 'flex', flexDirection: 'column' }}>
          {filters}
          <Box sx={{ px: 3, pb: 1, display: 'flex', gap: 1 }}>
            <Button
              size="small"
              disabled={free.length === 0}
              onClick={() => selection.setSelected(free.map(keyOf), true)}
            >
              {t('choice.all', { number: formatCount(free.length) })}
            </Button>
            <Button size="small" variant="text" disabled={chosen.length === 0} onClick={() => onChange([])}>
              {t('choice.none')}
            </Button>
          </Box>
          {error ? (
            <Box sx={{ px: 3, pb: 1.5 }}>
              <ErrorAlert error={error} onRetry={onRetry} />
            </Box>
          ) : null}
          {options?.length === 0 ? (
            <EmptyState>{props.empty}</EmptyState>
          ) : error && !options ? null : (
            <DataTable
              label={nouns}
              columns={columns}
              rows={options ?? []}
              keyOf={keyOf}
              nameOf={nameOf}
              density={28}
              selection={selection}
              selectable={isFree}
              onOpen={(item) =>
                isFree(item)
                  ? selection.setSelected([item.id], !selection.read().keys.has(item.id))
                  : undefined
              }
              virtual
              skeleton={options ? undefined : 8}
            />
          )}
        </Box>
        <Box
          sx={{
            flex: 2,
            minWidth: 0,
            minHeight: 160,
            overflow: 'auto',
            borderLeft: { sm: 1 },
            borderColor: { sm: 'line.main' },
            backgroundColor: 'surface.sunken',
          }}
        >
          <Box component="h3" sx={{ typography: 'h5', m: 0, px: { xs: 3, sm: 2 }, py: 1.5 }}>
            {t('choice.chosen')}
          </Box>
          <SelectedItems label={t('choice.chosenNouns', { nouns })} items={chosen} onChange={onChange} />
        </Box>
      </Box>
    </DialogFrame>
  );
}

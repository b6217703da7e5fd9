import { GripVertical, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { useTexts } from '../texts';
import { VisuallyHidden } from '../theme/visually-hidden';
import { BorderedList } from './bordered-list';
import type { FieldProps } from './field-frame';
import { FieldFrame } from './field-frame';

export interface OrderedListProps<T extends FieldValues> extends FieldProps<T> {
  addLabel?: string;
  /** What an entry is, for accessible names: "Area". */
  noun?: string;
}

/** Returns a copy of a list with the entry at `from` moved to `to`. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Returns the index of the list's line at a vertical position of the window; the last one below the list. */
function findLineAt(handle: HTMLElement, y: number): number | null {
  const lines = [...(handle.closest('[role="list"]')?.querySelectorAll('[role="listitem"]') ?? [])];
  const index = lines.findIndex((line) => y < line.getBoundingClientRect().bottom);
  return lines.length === 0 ? null : index < 0 ? lines.length - 1 : index;
}

/** A list of texts, reordered by dragging or by the arrow keys on their handles; the form's value is `string[]`. */
export function OrderedList<T extends FieldValues>(props: OrderedListProps<T>) {
  const t = useTexts();
  const { control, name, rules, label, help, optional, disabled = false } = props;
  const { addLabel = t('form.ordered.add'), noun = t('form.ordered.entry') } = props;
  const id = useId();
  const { field, fieldState } = useController({ control, name, rules });
  const items: readonly string[] = Array.isArray(field.value) ? field.value : [];
  const [dragged, setDragged] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length || to === from) return false;
    field.onChange(moveItem(items, from, to));
    setAnnouncement(t('form.ordered.moved', { item: items[from] ?? '', place: to + 1, total: items.length }));
    return true;
  };
  const onHandleKey = (event: KeyboardEvent<HTMLButtonElement>, i: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const handles = event.currentTarget.closest('[role="list"]')?.querySelectorAll<HTMLElement>('.handle');
    if (move(i, i + step)) handles?.[i + step]?.focus();
  };
  return (
    <FieldFrame id={id} label={label} help={help} error={fieldState.error?.message} group optional={optional}>
      <BorderedList>
        <div role="list">
          {items.map((item, i) => (
            <div key={i} role="listitem" className={dragged === i ? 'line dragged' : 'line'}>
              <button
                type="button"
                className="handle"
                disabled={disabled}
                aria-label={t('form.ordered.move', {
                  item: item || noun,
                  place: i + 1,
                  total: items.length,
                })}
                onKeyDown={(event) => onHandleKey(event, i)}
                onPointerDown={(event) => {
                  if (disabled || event.button !== 0) return;
                  // Dragging continues when the pointer leaves the handle.
                  const handle = event.currentTarget;
                  if ('setPointerCapture' in handle) handle.setPointerCapture(event.pointerId);
                  setDragged(i);
                }}
                onPointerMove={(event) => {
                  if (dragged === null) return;
                  const to = findLineAt(event.currentTarget, event.clientY);
                  if (to !== null && move(dragged, to)) setDragged(to);
                }}
                onPointerUp={() => setDragged(null)}
                onPointerCancel={() => setDragged(null)}
              >
                <GripVertical size={14} strokeWidth={1.75} aria-hidden />
                <span style={{ minWidth: 14, textAlign: 'right' }}>{i + 1}</span>
              </button>
              <input
                aria-label={`${noun} ${i + 1}`}
                value={item}
                disabled={disabled}
                style={{ paddingLeft: 0 }}
                onChange={(event) =>
                  field.onChange(items.map((one, at) => (at === i ? event.target.value : one)))
                }
                onBlur={field.onBlur}
              />
              <button
                type="button"
                aria-label={t('form.remove', { name: item || noun })}
                disabled={disabled}
                onClick={() => field.onChange(items.filter((_, at) => at !== i))}
              >
                <X size={14} strokeWidth={1.75} aria-hidden />
              </button>
            </div>
          ))}
        </div>
        <button
          type="button"
          className="add"
          disabled={disabled}
          onClick={() => field.onChange([...items, ''])}
        >
          <Plus size={14} strokeWidth={1.75} aria-hidden />
          {addLabel}
        </button>
      </BorderedList>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </FieldFrame>
  );
}

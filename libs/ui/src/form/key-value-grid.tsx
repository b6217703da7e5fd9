import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { useTexts } from '../texts';
import { BorderedList } from './bordered-list';
import type { FieldProps } from './field-frame';
import { FieldFrame } from './field-frame';

/** A pair in a form's value; a map could not hold a duplicate key, which the field reports. */
export interface KeyValue {
  key: string;
  value: string;
}

/** Converts a map to pairs, in its order. */
export const toPairs = (map: Readonly<Record<string, unknown>>): KeyValue[] =>
  Object.entries(map).map(([key, value]) => ({ key, value: String(value) }));

/** Converts pairs to a map, without those whose key is empty. */
export const fromPairs = (pairs: readonly KeyValue[]): Record<string, string> =>
  Object.fromEntries(
    pairs.filter(({ key }) => key.trim() !== '').map(({ key, value }) => [key.trim(), value]),
  );

/** Returns the first duplicate key, or undefined. */
const findDuplicateKey = (pairs: readonly KeyValue[]): string | undefined => {
  const keys = pairs.map(({ key }) => key.trim()).filter(Boolean);
  return keys.find((key, i) => keys.indexOf(key) !== i);
};

export interface KeyValueGridProps<T extends FieldValues> extends FieldProps<T> {
  keyLabel?: string;
  valueLabel?: string;
  addLabel?: string;
}

/** An editor of keys and values; the form's value is `KeyValue[]` with unique keys. */
export function KeyValueGrid<T extends FieldValues>(props: KeyValueGridProps<T>) {
  const { control, name, rules, label, help, optional, disabled = false } = props;
  const t = useTexts();
  const { keyLabel = t('form.pairs.key'), valueLabel = t('form.pairs.value') } = props;
  const describeDuplicate = (doubled: string) => t('form.pairs.twice', { key: keyLabel, name: doubled });
  const id = useId();
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      ...rules,
      validate: {
        once: (pairs: unknown) => {
          const duplicate = findDuplicateKey(Array.isArray(pairs) ? pairs : []);
          return duplicate === undefined || describeDuplicate(duplicate);
        },
      },
    },
  });
  const pairs: readonly KeyValue[] = Array.isArray(field.value) ? field.value : [];
  const doubled = findDuplicateKey(pairs);
  const error = fieldState.error?.message ?? (doubled === undefined ? undefined : describeDuplicate(doubled));
  const firstIndex = pairs.findIndex(({ key }) => key.trim() === doubled);
  const change = (i: number, part: Partial<KeyValue>) =>
    field.onChange(pairs.map((pair, at) => (at === i ? { ...pair, ...part } : pair)));
  return (
    <FieldFrame id={id} label={label} help={help} error={error} group optional={optional}>
      <BorderedList>
        <div className="line head" aria-hidden>
          <span style={{ width: 88 }}>{keyLabel}</span>
          <span>{valueLabel}</span>
        </div>
        {pairs.map((pair, i) => (
          <div
            key={i}
            className={
              doubled !== undefined && pair.key.trim() === doubled && i !== firstIndex
                ? 'line invalid'
                : 'line'
            }
          >
            <span style={{ width: 88, display: 'flex' }}>
              <input
                aria-label={`${keyLabel} ${i + 1}`}
                value={pair.key}
                disabled={disabled}
                onChange={(event) => change(i, { key: event.target.value })}
                onBlur={field.onBlur}
              />
            </span>
            <span className="cell" style={{ flex: 1 }}>
              <input
                aria-label={`${valueLabel} ${i + 1}`}
                value={pair.value}
                disabled={disabled}
                onChange={(event) => change(i, { value: event.target.value })}
                onBlur={field.onBlur}
              />
            </span>
            <span className="cell">
              <button
                type="button"
                aria-label={t('form.remove', { name: pair.key || t('form.pairs.row', { number: i + 1 }) })}
                disabled={disabled}
                onClick={() => field.onChange(pairs.filter((_, at) => at !== i))}
              >
                <X size={14} strokeWidth={1.75} aria-hidden />
              </button>
            </span>
          </div>
        ))}
        <button
          type="button"
          className="add"
          disabled={disabled}
          onClick={() => field.onChange([...pairs, { key: '', value: '' }])}
        >
          <Plus size={14} strokeWidth={1.75} aria-hidden />
          {props.addLabel ?? t('form.pairs.add')}
        </button>
      </BorderedList>
    </FieldFrame>
  );
}

import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { useTexts } from '../texts';
import { FieldFrame } from './field-frame';
import type { FieldProps } from './field-frame';
import { ListBox } from './bordered-list';

/** A pair as the form holds it; a map would lose a key that stands twice before it could be said. */
export interface KeyValue {
  key: string;
  value: string;
}

/** The pairs of a map, in its order. */
export const toPairs = (map: Readonly<Record<string, unknown>>): KeyValue[] =>
  Object.entries(map).map(([key, value]) => ({ key, value: String(value) }));

/** The map of pairs, without those that are empty. */
export const fromPairs = (pairs: readonly KeyValue[]): Record<string, string> =>
  Object.fromEntries(
    pairs.filter(({ key }) => key.trim() !== '').map(({ key, value }) => [key.trim(), value]),
  );

/** The first key that stands more than once, or undefined. */
export const findDuplicateKey = (pairs: readonly KeyValue[]): string | undefined => {
  const keys = pairs.map(({ key }) => key.trim()).filter(Boolean);
  return keys.find((key, i) => keys.indexOf(key) !== i);
};

export interface KeyValueGridProps<T extends FieldValues> extends FieldProps<T> {
  keyLabel?: string;
  valueLabel?: string;
  addLabel?: string;
}

/** Keys and values in rows; the form's value is `KeyValue[]`. Each key may stand once. */
export function KeyValueGrid<T extends FieldValues>(props: KeyValueGridProps<T>) {
  const { control, name, rules, label, help, optional, disabled = false } = props;
  const t = useTexts();
  const { keyLabel = t('form.pairs.key'), valueLabel = t('form.pairs.value') } = props;
  const refusal = (doubled: string) => t('form.pairs.twice', { key: keyLabel, name: doubled });
  const id = useId();
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      ...rules,
      validate: {
        once: (pairs: unknown) => {
          const doubled = findDuplicateKey(Array.isArray(pairs) ? pairs : []);
          return doubled === undefined || refusal(doubled);
        },
      },
    },
  });
  const pairs: readonly KeyValue[] = Array.isArray(field.value) ? field.value : [];
  const doubled = findDuplicateKey(pairs);
  const error = fieldState.error?.message ?? (doubled === undefined ? undefined : refusal(doubled));
  const firstOf = pairs.findIndex(({ key }) => key.trim() === doubled);
  const change = (i: number, part: Partial<KeyValue>) =>
    field.onChange(pairs.map((pair, at) => (at === i ? { ...pair, ...part } : pair)));
  return (
    <FieldFrame id={id} label={label} help={help} error={error} group optional={optional}>
      <ListBox>
        <div className="line head" aria-hidden>
          <span style={{ width: 88 }}>{keyLabel}</span>
          <span>{valueLabel}</span>
        </div>
        {pairs.map((pair, i) => (
          <div
            key={i}
            className={
              doubled !== undefined && pair.key.trim() === doubled && i !== firstOf ? 'line bad' : 'line'
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
      </ListBox>
    </FieldFrame>
  );
}

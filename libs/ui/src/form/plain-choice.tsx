import { lazy, Suspense } from 'react';
import type { ComboboxProps } from './combobox';
import { PlainTextField } from './plain-text-field';
import type { ChoiceItem } from './selected-items';

/** The props of a choice. */
export type PlainChoiceProps = Omit<
  ComboboxProps<ChoiceItem>,
  'labelOf' | 'detailOf' | 'isBlocked' | 'isSame' | 'filter'
>;

const item = {
  labelOf: ({ label }: ChoiceItem) => label,
  detailOf: ({ status, blocked }: ChoiceItem) => blocked ?? status,
  isBlocked: ({ blocked }: ChoiceItem) => blocked !== undefined,
  isSame: (one: ChoiceItem, other: ChoiceItem) => one.id === other.id,
};

/** Shows the value while the combobox loads, and when it can't be loaded. */
const ReadOnlyChoice = ({ label, value, help, error }: PlainChoiceProps) => (
  <PlainTextField
    label={label}
    value={value?.label ?? ''}
    onChange={() => undefined}
    readOnly
    help={help}
    error={error}
  />
);

const Combobox = lazy(() =>
  import('./combobox').then(
    ({ Combobox: Loaded }) => ({ default: Loaded<ChoiceItem> }),
    () => ({ default: ReadOnlyChoice }),
  ),
);

/** Chooses one of the items that the server finds for the typed text; the caller requests them. */
export const PlainChoice = (props: PlainChoiceProps) => {
  const { options, value } = props;
  const isFound = ({ id }: ChoiceItem) => options.some((option) => option.id === id);
  return (
    <Suspense fallback={<ReadOnlyChoice {...props} />}>
      <Combobox
        {...props}
        {...item}
        options={value === null || isFound(value) ? options : [value, ...options]}
        filter={(all, typed) => (typed === '' ? all : all.filter(isFound))}
      />
    </Suspense>
  );
};

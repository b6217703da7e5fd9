import { Box, Button, OutlinedInput, Popover, Skeleton, styled } from '@mui/material';
import { type Ref, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { browserTimeZone, SegmentedControl, useLocale } from '@tessera/ui';
import type { Option } from '@tessera/ui/forms';
import { PlainTextField } from '@tessera/ui/text-field';
import {
  type DayRange,
  type FilterDef,
  type FilterValue,
  formatFilterOperator,
  parseDays,
  serializeDays,
} from './filters';
import { checkboxStyles } from './table-styles';
import { useTexts } from './texts';

interface FilterEditorProps {
  def: FilterDef;
  value: FilterValue;
  anchor: HTMLElement;
  onApply: (value: FilterValue) => void;
  onClose: () => void;
}

/** Edits one filter: "is" or "is not", and its values; Enter or Apply applies it, Escape discards the changes. */
export function FilterEditor({ anchor, ...form }: FilterEditorProps) {
  const t = useTexts();
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={form.onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          sx: { mt: 0.5, width: 288 },
          role: 'dialog',
          'aria-label': t('filter.by', { label: form.def.label }),
        },
      }}
    >
      <FilterForm {...form} />
    </Popover>
  );
}

/** Apart from the popover, which therefore doesn't render again with each change. */
function FilterForm({ def, value, onApply, onClose }: Omit<FilterEditorProps, 'anchor'>) {
  const t = useTexts();
  const [not, setNot] = useState(value.not);
  const [values, setValues] = useState(value.values);
  const field = useInitialFocus();
  const negatable = def.kind === 'choice' && def.negatable !== false;
  const days = parseDays(values[0]) ?? { from: '', to: '' };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (def.kind === 'date' && isBackwards(days)) return;
    onApply({ field: def.field, values: values.map((value) => value.trim()).filter(Boolean), not });
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1.5, p: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="span" sx={{ typography: 'h5', flex: 1 }}>
          {def.label}
        </Box>
        {negatable ? (
          <SegmentedControl
            label={t('filter.operator')}
            segments={[
              { value: 'is', label: t('filter.is') },
              { value: 'not', label: t('filter.isNot') },
            ]}
            value={not ? 'not' : 'is'}
            onChange={(chosen) => setNot(chosen === 'not')}
          />
        ) : null}
      </Box>
      {def.kind === 'choice' || def.kind === 'flag' ? (
        <FilterChoices
          label={def.label}
          options={
            def.kind === 'choice'
              ? def.options
              : [
                  { value: 'true', label: def.yes },
                  { value: 'false', label: def.no },
                ]
          }
          single={def.kind === 'flag' || def.single === true}
          values={values}
          onChange={setValues}
        />
      ) : def.kind === 'date' ? (
        <FilterDays value={days} onChange={(range) => setValues([serializeDays(range)])} inputRef={field} />
      ) : (
        <PlainTextField
          label={formatFilterOperator(def, value)}
          inputRef={field}
          inputMode={def.kind === 'number' ? 'numeric' : 'text'}
          value={values.join(',')}
          onChange={(text) => setValues([def.kind === 'number' ? digitsOf(text) : text])}
        />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button variant="text" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="contained" type="submit">
          {t('filter.apply')}
        </Button>
      </Box>
    </Box>
  );
}

/** A whole number from 1; empty if there is none. */
const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');

/** The number of options from which on they can be searched. */
const SEARCHABLE_OPTIONS = 8;

interface FilterChoicesProps {
  label: string;
  /** Undefined while they are loading. */
  options: readonly Option[] | undefined;
  single: boolean;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

const NativeCheckbox = styled('input')(({ theme }) => checkboxStyles(theme));

const Choice = styled('label')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 28,
  padding: '0 8px',
  cursor: 'pointer',
  '&:has(:disabled)': { color: vars.palette.text.tertiary, cursor: 'default' },
  '@media (pointer: coarse)': { minHeight: 40 },
}));

/** The options of a filter, with a search field if there are many. */
function FilterChoices({ label, options, single, values, onChange }: FilterChoicesProps) {
  const t = useTexts();
  const [search, setSearch] = useState('');
  const query = search.trim().toLowerCase();
  const shown = options?.filter((option) => option.label.toLowerCase().includes(query)) ?? [];
  const toggle = (value: string) => {
    if (values.includes(value)) onChange(values.filter((other) => other !== value));
    else onChange(single ? [value] : [...values, value]);
  };
  return (
    <>
      {options && options.length >= SEARCHABLE_OPTIONS ? (
        <OptionSearch label={t('filter.findIn', { label })} text={search} onText={setSearch} />
      ) : null}
      <Box
        role="group"
        aria-label={label}
        aria-busy={options === undefined}
        sx={{ display: 'grid', maxHeight: 264, overflow: 'auto', mx: -0.5 }}
      >
        {shown.map((option) => (
          <Choice key={option.value}>
            <NativeCheckbox
              type="checkbox"
              checked={values.includes(option.value)}
              disabled={option.disabled ?? false}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </Choice>
        ))}
        {options ? null : [1, 2, 3].map((line) => <Skeleton key={line} height={20} sx={{ m: 0.5 }} />)}
        {options && shown.length === 0 ? (
          <Box sx={{ color: 'text.tertiary', p: 0.5 }}>{t('filter.nothing')}</Box>
        ) : null}
      </Box>
    </>
  );
}

interface OptionSearchProps {
  label: string;
  text: string;
  onText: (text: string) => void;
}

function OptionSearch({ label, text, onText }: OptionSearchProps) {
  const t = useTexts();
  return (
    <OutlinedInput
      inputRef={useInitialFocus()}
      placeholder={t('list.find')}
      value={text}
      onChange={(event) => onText(event.target.value)}
      slotProps={{ input: { 'aria-label': label } }}
    />
  );
}

interface FilterDaysProps {
  value: DayRange;
  onChange: (value: DayRange) => void;
  inputRef: Ref<HTMLInputElement>;
}

/** Whether the range ends before it starts. */
const isBackwards = ({ from, to }: DayRange): boolean => from !== '' && to !== '' && to < from;

/** The first and the last day of a date filter. */
function FilterDays({ value, onChange, inputRef }: FilterDaysProps) {
  const t = useTexts();
  const { timeZone = browserTimeZone() } = useLocale();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <PlainTextField
        label={t('filter.from')}
        type="date"
        inputRef={inputRef}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
      />
      <PlainTextField
        label={t('filter.to')}
        type="date"
        value={value.to}
        error={isBackwards(value) ? t('filter.backwards') : undefined}
        help={t('filter.bothDays', { zone: timeZone })}
        onChange={(to) => onChange({ ...value, to })}
      />
    </Box>
  );
}

/** Focuses a field when it mounts, unless another part of its form has the focus. */
function useInitialFocus(): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = ref.current;
    if (!field?.form?.contains(document.activeElement)) field?.focus({ preventScroll: true });
  }, []);
  return ref;
}

import { Box, Button, Popover } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { PlainTextField } from '@tessera/ui/text-field';
import { SegmentedControl } from '@tessera/ui';
import { useTexts } from './texts';
import { parseDays, serializeDays } from './day-range';
import { FilterChoices } from './filter-choices';
import { FilterDays, isBackwards } from './filter-days';
import { formatFilterOperator, type FilterDef, type FilterValue } from './filters';
import { useInitialFocus } from './use-initial-focus';

export interface FilterEditorProps {
  def: FilterDef;
  value: FilterValue;
  anchor: HTMLElement;
  onApply: (value: FilterValue) => void;
  onClose: () => void;
}

/** Sets one filter: is or is not, and the values; Enter or Apply takes it, Escape leaves it as it was. */
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

/** What changes with each choice, apart from the dialog around it. */
function FilterForm({ def, value, onApply, onClose }: Omit<FilterEditorProps, 'anchor'>) {
  const t = useTexts();
  const [not, setNot] = useState(value.not);
  const [values, setValues] = useState(value.values);
  const field = useInitialFocus();
  const negatable = def.kind === 'choice' && def.negatable !== false;
  const days = parseDays(values[0]) ?? { from: '', to: '' };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (def.kind === 'date' && isBackwards(days)) return;
    onApply({ field: def.field, values: values.map((one) => one.trim()).filter(Boolean), not });
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
          value={values[0] ?? ''}
          onChange={(text) => setValues([text])}
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

import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { type Control, useFieldArray } from 'react-hook-form';
import { NumberField, SelectField, TextField } from '@tessera/ui/forms';
import { Box, Button, IconButton } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { levelName, type LevelNames } from './price-text';
import type { PriceValues } from './price-values';

export interface RangeFieldsProps {
  control: Control<PriceValues>;
  levels: LevelNames;
  /** Areas that are suggested. */
  areas: readonly string[];
}

/** The ranges of a price list in their order. */
export function RangeFields({ control, levels, areas }: RangeFieldsProps) {
  const t = useTexts();
  const areasId = useId();
  const { fields, append, remove } = useFieldArray({ control, name: 'ranges' });
  // A level that the site no longer names stays with its range.
  const known = [...new Set([...Object.keys(levels), ...fields.map(({ level }) => level)])].filter(Boolean);
  const options = known.map((key) => ({ value: key, label: levelName(levels, key) }));
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1.5 }}>
      <Box component="legend" sx={{ typography: 'subtitle2', p: 0 }}>
        {t('prices.ranges')}
      </Box>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
        {t(fields.length === 0 ? 'prices.noRanges' : 'prices.rangesHelp')}
      </Box>
      <datalist id={areasId}>
        {areas.map((area) => (
          <option key={area} value={area} />
        ))}
      </datalist>
      {fields.map(({ id }, index) => (
        <Box
          key={id}
          role="group"
          aria-label={t('prices.range', { number: index + 1 })}
          sx={{
            display: 'grid',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr) minmax(0, 1fr) auto',
              sm: 'minmax(0, 1fr) minmax(0, 1fr) 104px 104px auto',
            },
            gap: 1.5,
            alignItems: 'start',
          }}
        >
          <SelectField
            control={control}
            name={`ranges.${index}.level`}
            label={t('prices.level')}
            empty={t('prices.anyLevel')}
            options={options}
          />
          <TextField
            control={control}
            name={`ranges.${index}.area`}
            label={t('prices.area')}
            placeholder={t('prices.anyArea')}
            list={areasId}
            maxLength={100}
          />
          <NumberField
            control={control}
            name={`ranges.${index}.min`}
            label={t('prices.min')}
            decimal
            min={0}
            rules={{ required: t('prices.amountMissing') }}
          />
          <NumberField
            control={control}
            name={`ranges.${index}.max`}
            label={t('prices.max')}
            decimal
            min={0}
            rules={{
              required: t('prices.amountMissing'),
              validate: (max, { ranges }) => {
                const min = ranges[index]?.min ?? 0;
                return typeof max !== 'number' || max >= min || t('prices.maxBelowMin');
              },
            }}
          />
          <IconButton
            aria-label={t('prices.remove', { number: index + 1 })}
            onClick={() => remove(index)}
            sx={{ mt: 2.5, gridColumn: { xs: 3, sm: 'auto' }, gridRow: { xs: 1, sm: 'auto' } }}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Box>
      ))}
      <Box>
        <Button
          startIcon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => append({ level: '', area: '', min: null, max: null })}
        >
          {t('prices.add')}
        </Button>
      </Box>
    </Box>
  );
}

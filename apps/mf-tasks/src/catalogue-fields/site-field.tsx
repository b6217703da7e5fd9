import { useQuery } from '@tanstack/react-query';
import { type FieldValues, useWatch } from 'react-hook-form';
import { SelectField } from '@tessera/ui/forms';
import { sitesQuery } from '../lookups/lookups.api';
import { optionsOf, siteName } from '../lookups/options';
import { useTexts } from '../texts';
import { type CatalogueFieldProps, toId } from './catalogue-field';

/** Selects a site; required. */
export function SiteField<T extends FieldValues>(props: CatalogueFieldProps<T>) {
  const { control, name, disabled = false, onSelect } = props;
  const t = useTexts();
  const { data: sites } = useQuery(sitesQuery());
  const id = toId(useWatch({ control, name }));
  return (
    <SelectField
      control={control}
      name={name}
      label={t('words.site')}
      numeric
      disabled={disabled}
      rules={{ required: t('fields.chooseSite'), onChange: onSelect }}
      options={optionsOf(t, sites, id, siteName)}
    />
  );
}

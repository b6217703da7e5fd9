import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { SelectField } from '@tessera/ui/forms';
import { siteLoginsQuery } from '../lookups/lookups.api';
import { loginLabels, optionsOf } from '../lookups/options';
import { useTexts } from '../texts';
import { type SiteChildFieldProps, toId } from './catalogue-field';

/** Selects one of a site's logins, those that can't sign in marked; required. */
export function LoginField<T extends FieldValues>(props: SiteChildFieldProps<T>) {
  const { control, name, siteId, disabled = false, onSelect } = props;
  const t = useTexts();
  const { data: logins } = useQuery(siteLoginsQuery(siteId));
  const labels = useMemo(() => loginLabels(logins ?? []), [logins]);
  const id = toId(useWatch({ control, name }));
  return (
    <SelectField
      control={control}
      name={name}
      label={t('words.login')}
      numeric
      disabled={disabled || siteId === null}
      rules={{ required: t('fields.chooseLogin'), onChange: onSelect }}
      options={optionsOf(t, logins, id, (login) => {
        const label = labels.get(login.id) ?? login.name;
        return login.status === 'active' ? label : t(`fields.${login.status}`, { name: label });
      })}
    />
  );
}

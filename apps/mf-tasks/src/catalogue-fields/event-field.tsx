import { useQuery } from '@tanstack/react-query';
import { type FieldValues, useWatch } from 'react-hook-form';
import { SelectField } from '@tessera/ui/forms';
import { siteEventsQuery } from '../lookups/lookups.api';
import { optionsOf } from '../lookups/options';
import { useTexts } from '../texts';
import { type SiteChildFieldProps, toId } from './catalogue-field';

export interface EventFieldProps<T extends FieldValues> extends SiteChildFieldProps<T> {
  /** The option for no event; without it an event is required. */
  empty?: string;
}

/** Selects one of a site's events, closed ones marked; required unless `empty` is given. */
export function EventField<T extends FieldValues>(props: EventFieldProps<T>) {
  const { control, name, siteId, disabled = false, empty, onSelect } = props;
  const t = useTexts();
  const { data: events } = useQuery(siteEventsQuery(siteId));
  const id = toId(useWatch({ control, name }));
  const rules = {
    required: empty === undefined ? t('fields.chooseEvent') : undefined,
    onChange: onSelect,
  };
  return (
    <SelectField
      control={control}
      name={name}
      label={t('words.event')}
      numeric
      disabled={disabled || siteId === null}
      {...(empty === undefined ? {} : { optional: true, empty })}
      rules={rules}
      options={optionsOf(t, events, id, ({ name: title, status }) =>
        status === 'closed' ? t('fields.closed', { name: title }) : title,
      )}
    />
  );
}

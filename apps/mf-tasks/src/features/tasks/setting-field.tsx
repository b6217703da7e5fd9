import type { Control, FieldPath } from 'react-hook-form';
import type { EventDto, SiteDto } from '@tessera/api';
import { DateTimeField, NumberField, TextField } from '@tessera/ui/forms';
import { kickOffPresets } from '../../lookups/kick-off';
import { MAX_SEATS } from '../../max-seats';
import { AreasField } from '../../price-fields/areas-field';
import { LevelsField } from '../../price-fields/levels-field';
import { useTexts } from '../../texts';
import type { TaskSettingsValues } from './task-form-values';

export interface SettingFieldProps<T extends TaskSettingsValues> {
  control: Control<T>;
  name: keyof TaskSettingsValues & FieldPath<T>;
  /** The site whose price levels and areas are the options. */
  site: SiteDto | undefined;
  /** The event for the presets of the start time. */
  event: EventDto | undefined;
  disabled?: boolean;
}

/** The field of a task setting, for one task or many. */
export function SettingField<T extends TaskSettingsValues>(props: SettingFieldProps<T>) {
  const { control, name, site, event, disabled = false } = props;
  const t = useTexts();
  const field = { control, name, disabled };
  switch (props.name) {
    case 'seats_to_set':
      return (
        <NumberField
          {...field}
          label={t('words.seats')}
          min={1}
          max={MAX_SEATS}
          rules={disabled ? {} : { required: t('tasks.seatsMissing') }}
        />
      );
    case 'event_price_type':
      return (
        <TextField
          {...field}
          label={t('words.priceType')}
          optional
          maxLength={80}
          placeholder={site?.config.price_type_adult ?? ''}
        />
      );
    case 'event_price_levels':
      return <LevelsField {...field} site={site} />;
    case 'event_areas':
      return <AreasField {...field} site={site} />;
    case 'scheduled_at':
      return (
        <DateTimeField
          {...field}
          label={t('words.starts')}
          optional
          presets={kickOffPresets(t, event)}
          timeZone={site?.time_zone ?? undefined}
        />
      );
    case 'sleep_time_ms':
      return <NumberField {...field} label={t('tasks.delaySteps')} optional min={0} max={3_600_000} />;
    case 'proxy':
      return <TextField {...field} label={t('words.proxyLabel')} optional help={t('tasks.proxyHelp')} />;
    case 'proxy_template':
      return <TextField {...field} label={t('words.proxyTemplate')} optional />;
  }
}

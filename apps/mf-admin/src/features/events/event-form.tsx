import { useForm } from 'react-hook-form';
import { type Editing, type EventDto, type EventInput, useCan } from '@tessera/api';
import { maySetEventField } from '@tessera/domain';
import {
  DateTimeField,
  FormDialog,
  fromPairs,
  type KeyValue,
  KeyValueGrid,
  NumberField,
  SelectField,
  TextField,
  toPairs,
  useStaleSave,
} from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { useSwitchOff } from '../../switching/use-switch-off';
import { type AdminTexts, useTexts } from '../../texts';
import { useCreateEvent, useUpdateEvent } from './events.api';
import { kickOffTime } from './events-columns';

interface Values {
  name: string;
  guid: string;
  ko: string | null;
  on_sale_at: string | null;
  status: EventDto['status'];
  category: string;
  price_type: string;
  url: string;
  max_per_customer: number | null;
  price_levels: KeyValue[];
}

const createStatusOptions = (t: AdminTexts) => [
  { value: 'announced', label: t('events.announced') },
  { value: 'on_sale', label: t('events.on_sale') },
  { value: 'sold_out', label: t('events.sold_out') },
  { value: 'closed', label: t('events.closedHelp') },
];

const createFieldLabels = (t: AdminTexts) => ({
  ko: t('events.kickOffWord'),
  on_sale_at: t('events.onSaleWord'),
  max_per_customer: t('events.limitWord'),
  url: t('events.addressWord'),
  guid: t('events.guid'),
});

export interface EventFormProps {
  siteId: number;
  /** The venue's time zone, IANA. */
  timeZone: string | null | undefined;
  editing: Editing<EventDto>;
  onReload: () => void;
  onClose: () => void;
}

/** Creates or edits an event of a site. Only administrators change the GUID and the limit. */
export function EventForm({ siteId, timeZone, editing, onReload, onClose }: EventFormProps) {
  const t = useTexts();
  const { row: event, etag } = editing;
  const isAdmin = useCan('admin', 'all');
  const maySetGuid = maySetEventField(isAdmin, 'guid', event === null);
  const maySetLimit = maySetEventField(isAdmin, 'max_per_customer', event === null);
  const ko = event && kickOffTime(event);
  const form = useForm<Values>({
    defaultValues: {
      name: event?.name ?? '',
      guid: event?.guid ?? '',
      ko: ko ? new Date(ko).toISOString() : null,
      on_sale_at: event?.on_sale_at ?? null,
      status: event?.status ?? 'announced',
      category: event?.category ?? '',
      price_type: event?.price_type ?? '',
      url: event?.url ?? '',
      max_per_customer: event?.max_per_customer ?? null,
      price_levels: toPairs(event?.price_levels ?? {}),
    },
  });
  const { mutateAsync: create } = useCreateEvent();
  const { mutateAsync: update } = useUpdateEvent();
  const { saveSwitchedOff } = useSwitchOff();
  const stale = useStaleSave({ name: event?.name ?? '', fieldLabels: createFieldLabels(t), onReload });
  const submit = ({ guid, max_per_customer, ...values }: Values) => {
    const pairs = fromPairs(values.price_levels);
    const details: Omit<EventInput, 'site_id'> = {
      name: values.name,
      status: values.status,
      ko: values.ko === null ? null : Math.floor(Date.parse(values.ko) / 1000),
      on_sale_at: values.on_sale_at,
      category: values.category.trim() || null,
      price_type: values.price_type.trim() || null,
      url: values.url.trim() || null,
      price_levels: Object.keys(pairs).length > 0 ? pairs : null,
      // Only a changed limit is sent, because it requires a recent sign-in.
      ...(maySetLimit && max_per_customer !== (event?.max_per_customer ?? null) ? { max_per_customer } : {}),
    };
    const guidChange = guid.trim() && maySetGuid ? { guid: guid.trim() } : {};
    const body = { ...details, ...guidChange };
    if (!event) return create({ ...body, site_id: siteId });
    const { id, name, status } = event;
    const save = () => stale.save(etag, body, (version) => update({ id, body, etag: version }));
    if (status === 'closed' || values.status !== 'closed') return save();
    return saveSwitchedOff({ kind: 'event', id, name }, save, () =>
      update({ id, body: { status }, etag: null }),
    );
  };
  const { control } = form;
  return (
    <FormDialog
      open
      width={760}
      title={event ? t('words.editNamed', { name: event.name }) : t('events.new')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={event ? t('words.save') : t('events.create')}
    >
      <TextField
        control={control}
        name="name"
        label={t('words.name')}
        rules={{ required: t('words.nameMissing') }}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2, alignItems: 'start' }}>
        <DateTimeField
          control={control}
          name="ko"
          label={t('events.kickOff')}
          optional
          timeZone={timeZone ?? undefined}
        />
        <DateTimeField
          control={control}
          name="on_sale_at"
          label={t('events.onSale')}
          optional
          help={t('events.onSaleHelp')}
          timeZone={timeZone ?? undefined}
        />
        <SelectField
          control={control}
          name="status"
          label={t('words.status')}
          options={createStatusOptions(t)}
        />
        <TextField control={control} name="category" label={t('events.category')} optional />
        <TextField control={control} name="price_type" label={t('events.priceType')} optional />
        <TextField
          control={control}
          name="guid"
          label={t('events.guid')}
          mono
          optional={event === null}
          disabled={!maySetGuid}
          help={t(maySetGuid ? 'events.guidHelp' : 'events.guidAdmins')}
        />
        <NumberField
          control={control}
          name="max_per_customer"
          label={t('events.limit')}
          optional
          min={1}
          disabled={!maySetLimit}
          help={t(maySetLimit ? 'events.limitHelp' : 'events.limitAdmins')}
        />
      </Box>
      <TextField
        control={control}
        name="url"
        label={t('words.address')}
        optional
        placeholder="https://"
        mono
      />
      <KeyValueGrid
        control={control}
        name="price_levels"
        label={t('config.levels')}
        keyLabel={t('config.level')}
        valueLabel={t('config.nameAtSite')}
        addLabel={t('config.addLevel')}
      />
      {stale.dialog}
    </FormDialog>
  );
}

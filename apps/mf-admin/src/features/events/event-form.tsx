import { useCan, type Editing, type EventDto, type EventInput } from '@tessera/api';
import { Box } from '@mui/material';
import {
  DateTimeField,
  FormDialog,
  fromPairs,
  KeyValueGrid,
  NumberField,
  SelectField,
  TextField,
  toPairs,
  useStaleSave,
  type KeyValue,
} from '@tessera/ui';
import { useForm } from 'react-hook-form';
import { kickOff } from './events-columns';
import { useCreateEvent, useUpdateEvent } from './events.api';

interface Values {
  name: string;
  guid: string;
  ko: string | null;
  status: EventDto['status'];
  category: string;
  price_type: string;
  url: string;
  max_per_customer: number | null;
  price_levels: KeyValue[];
}

const statuses = [
  { value: 'announced', label: 'Announced' },
  { value: 'on_sale', label: 'On sale' },
  { value: 'sold_out', label: 'Sold out' },
  { value: 'closed', label: 'Closed: nothing is started for it' },
];

const words = { ko: 'kick-off', max_per_customer: 'limit per customer', url: 'address', guid: 'GUID' };

export interface EventFormProps {
  siteId: number;
  /** The venue's time zone, IANA. */
  timeZone: string | null | undefined;
  editing: Editing<EventDto>;
  onReload: () => void;
  onClose: () => void;
}

/** Makes an event of a site, or changes it. GUID and limit are changed by admins alone (contract section 2). */
export function EventForm({ siteId, timeZone, editing, onReload, onClose }: EventFormProps) {
  const { row: event, etag } = editing;
  const mayAdmin = useCan('admin', 'all');
  const ko = event && kickOff(event);
  const form = useForm<Values>({
    defaultValues: {
      name: event?.name ?? '',
      guid: event?.guid ?? '',
      ko: ko ? new Date(ko).toISOString() : null,
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
  const stale = useStaleSave({ name: event?.name ?? 'The event', words, onReload });
  const save = ({ guid, max_per_customer, ...values }: Values) => {
    const pairs = fromPairs(values.price_levels);
    const details: Omit<EventInput, 'site_id'> = {
      name: values.name,
      status: values.status,
      ko: values.ko === null ? null : Math.floor(Date.parse(values.ko) / 1000),
      category: values.category.trim() || null,
      price_type: values.price_type.trim() || null,
      url: values.url.trim() || null,
      price_levels: Object.keys(pairs).length > 0 ? pairs : null,
      ...(mayAdmin ? { max_per_customer } : {}),
    };
    const named = guid.trim() && (event === null || mayAdmin) ? { guid: guid.trim() } : {};
    const body = { ...details, ...named };
    return event
      ? stale.save(etag, body, (version) => update({ id: event.id, body, etag: version }))
      : create({ ...body, site_id: siteId });
  };
  const { control } = form;
  return (
    <FormDialog
      open
      width={760}
      title={event ? `Edit ${event.name}` : 'New event'}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={event ? 'Save' : 'Create event'}
    >
      <TextField control={control} name="name" label="Name" rules={{ required: 'An event needs a name' }} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2, alignItems: 'start' }}>
        <DateTimeField
          control={control}
          name="ko"
          label="Kick-off"
          optional
          {...(timeZone ? { timeZone } : {})}
        />
        <SelectField control={control} name="status" label="Status" options={statuses} />
        <TextField control={control} name="category" label="Category" optional />
        <TextField control={control} name="price_type" label="Price type" optional />
        <TextField
          control={control}
          name="guid"
          label="GUID"
          mono
          optional={event === null}
          disabled={event !== null && !mayAdmin}
          help={
            event && !mayAdmin ? 'Only administrators change it' : 'As the site calls it; made up when empty'
          }
        />
        <NumberField
          control={control}
          name="max_per_customer"
          label="Limit per customer"
          optional
          min={1}
          disabled={!mayAdmin}
          help={mayAdmin ? 'As the site posts it; empty: none' : 'Only administrators set it'}
        />
      </Box>
      <TextField control={control} name="url" label="Address" optional placeholder="https://" mono />
      <KeyValueGrid
        control={control}
        name="price_levels"
        label="Price levels"
        keyLabel="Level"
        valueLabel="Name at the site"
        addLabel="Add level"
      />
      {stale.dialog}
    </FormDialog>
  );
}

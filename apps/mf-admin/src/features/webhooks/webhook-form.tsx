import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import {
  type Editing,
  useUser,
  type WebhookChange,
  type WebhookDto,
  type WebhookWithSecretDto,
} from '@tessera/api';
import { CheckboxField, FormDialog, SelectField, TextField, useStaleSave } from '@tessera/ui/forms';
import { realmChoicesQuery, siteChoicesQuery } from '../../lookups/choices.api';
import { ChoicesField } from '../../lookups/choices-field';
import { useTexts } from '../../texts';
import { eventChoicesQuery, useCreateWebhook, useUpdateWebhook } from './webhooks.api';

const formats = ['standard', 'slack', 'teams'] as const;
const topics = [
  'queue_turn',
  'hold_created',
  'hold_expiring',
  'purchase_confirmed',
  'task_failed',
  'job_finished',
  'limit_warning',
  'escalation',
  'approvals',
  'orders',
] as const satisfies WebhookDto['topics'];

interface Values {
  name: string;
  url: string;
  format: WebhookDto['format'];
  topics: WebhookDto['topics'];
  site_ids: number[];
  event_ids: number[];
  enabled: boolean;
  realm_id: number | null;
}

export interface WebhookFormProps {
  editing: Editing<WebhookDto>;
  onReload: () => void;
  onClose: () => void;
  onCreated: (webhook: WebhookWithSecretDto) => void;
}

/** Creates or edits a webhook. Administrators choose its realm. */
export function WebhookForm({ editing, onReload, onClose, onCreated }: WebhookFormProps) {
  const { row: webhook, etag } = editing;
  const t = useTexts();
  const needsRealm = useUser().role === 'admin' && webhook === null;
  const form = useForm<Values>({
    defaultValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      format: webhook?.format ?? 'standard',
      topics: webhook?.topics ?? ['orders'],
      site_ids: webhook?.site_ids ?? [],
      event_ids: webhook?.event_ids ?? [],
      enabled: webhook?.enabled ?? true,
      realm_id: null,
    },
  });
  const { control } = form;
  const { data: sites = [] } = useQuery(siteChoicesQuery());
  const { data: events = [] } = useQuery(eventChoicesQuery());
  const { data: realms = [] } = useQuery({ ...realmChoicesQuery(), enabled: needsRealm });
  const { mutateAsync: create } = useCreateWebhook();
  const { mutateAsync: update } = useUpdateWebhook();
  const stale = useStaleSave({
    name: webhook?.name ?? '',
    fieldLabels: { topics: t('webhooks.topics'), url: t('webhooks.url') },
    onReload,
  });
  const submit = async ({ realm_id, ...values }: Values) => {
    if (!webhook) {
      onCreated(await create({ ...values, ...(needsRealm && { realm_id }) }));
      return;
    }
    // Only changed fields are sent, because another address requires a recent sign-in.
    const body: WebhookChange = Object.fromEntries(
      Object.entries(values).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(webhook[field as keyof typeof values]),
      ),
    );
    await stale.save(etag, { ...body }, (version) => update({ id: webhook.id, body, etag: version }));
  };
  const known = new Set(events.map(({ id }) => id));
  const past = (webhook?.event_ids ?? []).filter((id) => !known.has(id));
  return (
    <FormDialog
      open
      width={560}
      title={webhook ? t('words.editNamed', { name: webhook.name }) : t('webhooks.new')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={webhook ? t('words.save') : t('webhooks.create')}
    >
      {needsRealm ? (
        <SelectField
          control={control}
          name="realm_id"
          label={t('words.realm')}
          numeric
          rules={{ required: t('people.realmMissing') }}
          options={realms.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      ) : null}
      <TextField
        control={control}
        name="name"
        label={t('words.name')}
        maxLength={200}
        rules={{ required: t('words.nameMissing') }}
      />
      <SelectField
        control={control}
        name="format"
        label={t('webhooks.format')}
        options={formats.map((value) => ({ value, label: t(`webhooks.formats.${value}`) }))}
      />
      <TextField
        control={control}
        name="url"
        label={t('webhooks.url')}
        type="url"
        help={t(webhook && webhook.format !== 'standard' ? 'webhooks.urlHiddenHelp' : 'webhooks.urlHelp')}
        rules={{ required: t('webhooks.urlMissing') }}
      />
      <ChoicesField
        control={control}
        name="topics"
        label={t('webhooks.topics')}
        choices={topics.map((id) => ({ id, label: t(`webhooks.topicNames.${id}`) }))}
        rules={{
          validate: (chosen: Values['topics']) => chosen.length > 0 || t('webhooks.topicMissing'),
        }}
      />
      <ChoicesField
        control={control}
        name="site_ids"
        label={t('webhooks.sites')}
        help={t('webhooks.filterHelp')}
        choices={sites.map(({ id, name, display_name }) => ({ id, label: display_name || name }))}
      />
      <ChoicesField
        control={control}
        name="event_ids"
        label={t('webhooks.events')}
        help={t('webhooks.filterHelp')}
        choices={[...events, ...past.map((id) => ({ id, name: `#${id}` }))].map(({ id, name }) => ({
          id,
          label: name,
        }))}
      />
      <CheckboxField
        control={control}
        name="enabled"
        label={t('webhooks.enabled')}
        help={t('webhooks.enabledHelp')}
      />
      {stale.dialog}
    </FormDialog>
  );
}

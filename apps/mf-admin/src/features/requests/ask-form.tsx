import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { ChangeRequestDto, ChangeRequestInput } from '@tessera/api';
import { Alert, formatCount, useSnackbar } from '@tessera/ui';
import { FormDialog, NumberField, SelectField, TextField } from '@tessera/ui/forms';
import { useTexts } from '../../texts';
import { askedEventQuery, useAsk } from './requests.api';

type Kind = ChangeRequestDto['kind'];

/** What can be asked for without an event; a purchase limit is asked for at its event. */
const generalKinds = ['max_tasks', 'max_logins', 'site'] as const satisfies readonly Kind[];

interface Values {
  kind: Kind;
  asked: number | null;
  site_name: string;
  site_url: string;
  reason: string;
}

/** The body of a request: only the fields that its kind has. */
function toInput(
  { kind, asked, site_name, site_url, reason }: Values,
  eventId: number | null,
): ChangeRequestInput {
  if (kind === 'site') return { kind, site_name, site_url, reason };
  return { kind, asked, reason, ...(eventId === null ? {} : { event_id: eventId }) };
}

/** Asks the administrators for a limit or a site, with a reason. */
export function AskForm({
  kind: first,
  eventId,
  onClose,
}: {
  kind: Kind;
  eventId: number | null;
  onClose: () => void;
}) {
  const t = useTexts();
  const { show } = useSnackbar();
  const { mutateAsync: ask } = useAsk();
  const isOfEvent = eventId !== null;
  const { data: event } = useQuery({ ...askedEventQuery(eventId ?? 0), enabled: isOfEvent });
  const form = useForm<Values>({
    defaultValues: { kind: first, asked: null, site_name: '', site_url: '', reason: '' },
  });
  const { control } = form;
  const kind = useWatch({ control, name: 'kind' });
  const required = { required: t('requests.missing') };
  return (
    <FormDialog
      open
      width={520}
      title={isOfEvent ? (event?.name ?? t('requests.askTitle')) : t('requests.askTitle')}
      subtitle={t('requests.askHelp')}
      form={form}
      onSubmit={async (values) => {
        await ask(toInput(values, eventId));
        show(t('requests.sent'));
      }}
      onClose={onClose}
      submitLabel={t('requests.send')}
    >
      {isOfEvent ? (
        <Alert tone="info">
          {t('requests.purchaseLimit')} {t('requests.present')}:{' '}
          {event?.max_per_customer == null ? t('requests.noLimit') : formatCount(event.max_per_customer)}
        </Alert>
      ) : (
        <SelectField
          control={control}
          name="kind"
          label={t('requests.what')}
          options={generalKinds.map((value) => ({ value, label: t(`requests.kinds.${value}`) }))}
        />
      )}
      {kind === 'site' ? (
        <>
          <TextField
            control={control}
            name="site_name"
            label={t('requests.siteName')}
            rules={required}
            maxLength={200}
          />
          <TextField
            control={control}
            name="site_url"
            label={t('requests.siteUrl')}
            type="url"
            rules={required}
          />
        </>
      ) : (
        <NumberField
          control={control}
          name="asked"
          label={isOfEvent ? t('requests.posted') : t('requests.newLimit')}
          min={0}
          max={1_000_000}
          {...(isOfEvent ? { help: t('requests.postedHelp'), optional: true } : { rules: required })}
        />
      )}
      <TextField
        control={control}
        name="reason"
        label={t('requests.reason')}
        rows={3}
        maxLength={1000}
        rules={required}
      />
    </FormDialog>
  );
}

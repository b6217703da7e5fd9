import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { keysOf, pageOf, type RealmDto, realmsList, useUser } from '@tessera/api';
import { maySendTo, maySendTopic } from '@tessera/domain';
import { useSnackbar } from '@tessera/ui';
import { FormDialog, SelectField, TextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { reachQuery, useSend } from './notifications.api';
import { type NotificationTexts, useNotificationTexts } from './texts';
import { type Topic, topicLabel, topics } from './topics';

interface Values {
  /** A realm's id, or `all`. */
  audience: string;
  topic: Topic;
  title: string;
  body: string;
  path: string;
}

/** Sends a message: owners to their realm, administrators to one realm or everyone. Shows first how many it reaches. */
export function SendDialog({ onClose }: { onClose: () => void }) {
  const t = useNotificationTexts();
  const user = useUser();
  const admin = maySendTo(user.role, 'all');
  const { show } = useSnackbar();
  const send = useSend();
  const realms = useQuery({
    queryKey: keysOf('realms').list({ sort: 'name' }),
    queryFn: async ({ signal }) => pageOf<RealmDto>(await realmsList({ query: { sort: 'name' }, signal })),
    enabled: admin,
  });
  const form = useForm<Values>({
    defaultValues: {
      audience: admin ? 'all' : String(user.realmId ?? ''),
      topic: admin ? 'security' : 'job_finished',
      title: '',
      body: '',
      path: '',
    },
  });
  const [audience, topic] = useWatch({ control: form.control, name: ['audience', 'topic'] });
  const to = toAudience(audience);
  const reach = useQuery(reachQuery({ ...to, topic }, audience !== ''));
  const save = async ({ title, body, path }: Values) => {
    const result = await send.mutateAsync({ ...to, topic, title, body, path: path || undefined });
    show(t('send.sent', reachTexts(t, result)));
  };
  const options = [
    { value: 'all', label: t('send.everyone') },
    ...(realms.data?.rows ?? []).map((realm) => ({ value: String(realm.id), label: realm.name })),
  ];

  return (
    <FormDialog
      open
      width={560}
      title={t('send.title')}
      subtitle={admin ? undefined : t('send.toPeopleOf', { realm: user.realmName ?? t('send.yourRealm') })}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={t('send.go')}
      rename={{ realm_id: 'audience', to: 'audience' }}
      footerNote={reach.data ? t('send.reaches', reachTexts(t, reach.data)) : t('send.counting')}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {admin ? (
          <SelectField control={form.control} name="audience" label={t('send.to')} options={options} />
        ) : null}
        <SelectField
          control={form.control}
          name="topic"
          label={t('send.topic')}
          options={topics
            .filter((value) => maySendTopic(user.role, value))
            .map((value) => ({ value, label: topicLabel(t, value) }))}
          help={t('send.topicHelp')}
        />
        <TextField
          control={form.control}
          name="title"
          label={t('send.heading')}
          maxLength={200}
          rules={{ required: t('send.headingNeeded') }}
        />
        <TextField
          control={form.control}
          name="body"
          label={t('send.message')}
          rows={4}
          maxLength={2000}
          optional
        />
        <TextField
          control={form.control}
          name="path"
          label={t('send.opens')}
          placeholder="/tickets?tab=cart"
          help={t('send.opensHelp')}
          mono
          optional
          maxLength={500}
        />
      </Box>
    </FormDialog>
  );
}

const toAudience = (audience: string) =>
  audience === 'all' ? { to: 'all' as const } : { to: 'realm' as const, realm_id: Number(audience) };

/** How many people and devices a message reaches, as texts. */
const reachTexts = (
  t: NotificationTexts,
  { recipients, devices }: { recipients: number; devices: number },
) => ({
  people: t('send.people', { count: recipients }),
  devices: t('send.devices', { count: devices }),
});

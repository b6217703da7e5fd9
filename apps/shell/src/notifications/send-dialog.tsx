import { keysOf, pageOf, realmsList, useCan, useUser, type RealmDto } from '@tessera/api';
import { FormDialog, SelectField, TextField, useSnackbar } from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { Box } from '@mui/material';
import { useForm, useWatch } from 'react-hook-form';
import { reachQuery, useSend } from './notifications.api';
import { topics, topicWords, type Topic } from './topic-words';

interface Values {
  /** A realm's id, or all. */
  audience: string;
  topic: Topic;
  title: string;
  body: string;
  path: string;
}

/** Owners tell their realm, administrators one realm or everybody; says how many it reaches before it goes. */
export function SendDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const admin = useCan('admin', 'all');
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
      topic: 'security',
      title: '',
      body: '',
      path: '',
    },
  });
  const [audience, topic] = useWatch({ control: form.control, name: ['audience', 'topic'] });
  const to = audienceOf(audience);
  const reach = useQuery(reachQuery({ ...to, topic }, audience !== ''));
  const save = async ({ title, body, path }: Values) => {
    const told = await send.mutateAsync({ ...to, topic, title, body, ...(path ? { path } : {}) });
    show(`Sent to ${people(told.recipients)}, ${devices(told.devices)}`);
  };
  const options = [
    { value: 'all', label: 'Everybody' },
    ...(realms.data?.rows ?? []).map((realm) => ({ value: String(realm.id), label: realm.name })),
  ];

  return (
    <FormDialog
      open
      width={560}
      title="Send a message"
      {...(admin ? {} : { subtitle: `To the people of ${user.realmName ?? 'your realm'}` })}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel="Send"
      rename={{ realm_id: 'audience', to: 'audience' }}
      footNote={
        reach.data ? `Reaches ${people(reach.data.recipients)}, ${devices(reach.data.devices)}` : 'Counting …'
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {admin ? <SelectField control={form.control} name="audience" label="To" options={options} /> : null}
        <SelectField
          control={form.control}
          name="topic"
          label="Topic"
          options={topics.map((value) => ({ value, label: topicWords[value].label }))}
          help="Devices that chose this topic are told at once; everybody finds it among their notifications."
        />
        <TextField
          control={form.control}
          name="title"
          label="Title"
          maxLength={200}
          rules={{ required: 'Enter a title' }}
        />
        <TextField control={form.control} name="body" label="Message" rows={4} maxLength={2000} optional />
        <TextField
          control={form.control}
          name="path"
          label="Opens"
          placeholder="/tickets?tab=cart"
          help="The page that a click leads to."
          mono
          optional
          maxLength={500}
        />
      </Box>
    </FormDialog>
  );
}

const audienceOf = (audience: string) =>
  audience === 'all' ? { to: 'all' as const } : { to: 'realm' as const, realm_id: Number(audience) };

const people = (count: number): string => `${count} ${count === 1 ? 'person' : 'people'}`;
const devices = (count: number): string => `${count} ${count === 1 ? 'device' : 'devices'}`;

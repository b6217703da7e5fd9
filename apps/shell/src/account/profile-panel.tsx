import { keysOf, meUpdate, setSessionUser, toUser, useUser } from '@tessera/api';
import { Descriptions, ErrorAlert, Panel, TextField, useSnackbar, useSubmit } from '@tessera/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Box, Button } from '@mui/material';
import { useForm } from 'react-hook-form';

const roleWords = { admin: 'Administrator', realm_owner: 'Realm owner', realm_user: 'Realm user' } as const;

/** Who one is here; the name is one's own to change. */
export function ProfilePanel() {
  const user = useUser();
  const client = useQueryClient();
  const { show } = useSnackbar();
  const form = useForm({ values: { name: user.name } });
  const save = async ({ name }: { name: string }) => {
    setSessionUser(toUser((await meUpdate({ body: { name } })).data));
    await client.invalidateQueries({ queryKey: keysOf('me').all() });
  };
  const { submit, problem } = useSubmit(form, save, { onDone: () => show('Profile saved') });
  return (
    <Panel title="Profile" padded>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        {problem ? <ErrorAlert problem={problem} /> : null}
        <TextField
          control={form.control}
          name="name"
          label="Name"
          autoComplete="name"
          maxLength={200}
          rules={{ required: 'Enter your name' }}
        />
        <Descriptions
          items={[
            { term: 'E-mail', value: user.email },
            { term: 'Role', value: roleWords[user.role] },
            { term: 'Realm', value: user.realmName ?? (user.role === 'admin' ? 'All realms' : 'None yet') },
          ]}
        />
        <Box>
          <Button
            type="submit"
            variant="contained"
            loading={form.formState.isSubmitting}
            disabled={!form.formState.isDirty}
          >
            Save profile
          </Button>
        </Box>
      </Box>
    </Panel>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { keysOf, meUpdate, setSessionUser, toUser, useUser } from '@tessera/api';
import { Panel, useSnackbar } from '@tessera/ui';
import { TextField, useSubmit } from '@tessera/ui/forms';
import { DescriptionList } from '@tessera/ui/panels';
import { useSessionTexts } from '../../session/texts';
import { useTexts } from '../../texts';
import { SettingsForm } from './settings-form';
import { useAccountTexts } from './texts';

/** The user's own name, which they can change, with e-mail, role and realm. */
export function ProfilePanel() {
  const t = useAccountTexts();
  const words = useTexts();
  const session = useSessionTexts();
  const user = useUser();
  const client = useQueryClient();
  const { show } = useSnackbar();
  const form = useForm({ values: { name: user.name } });
  const save = async ({ name }: { name: string }) => {
    setSessionUser(toUser((await meUpdate({ body: { name } })).data));
    await client.invalidateQueries({ queryKey: keysOf('me').all() });
  };
  const { submit, error } = useSubmit(form, save, { onDone: () => show(t('profile.saved')) });
  return (
    <Panel title={t('profile.title')} padded>
      <SettingsForm state={form.formState} onSubmit={submit} error={error} saveLabel={t('profile.save')}>
        <TextField
          control={form.control}
          name="name"
          label={session('person.name')}
          autoComplete="name"
          maxLength={200}
          rules={{ required: session('person.nameNeeded') }}
        />
        <DescriptionList
          items={[
            { term: session('person.email'), value: user.email },
            { term: t('profile.role'), value: words(`profile.roles.${user.role}`) },
            {
              term: words('profile.realm'),
              value: user.realmName ?? words(user.role === 'admin' ? 'profile.allRealms' : 'profile.noRealm'),
            },
          ]}
        />
      </SettingsForm>
    </Panel>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { type InvitationDto, type NewInvitationDto, useUser } from '@tessera/api';
import { type Duty, mayGrant, roles, takesDuties } from '@tessera/domain';
import { FormDialog, SelectField, TextField } from '@tessera/ui/forms';
import { DutiesField } from '../accounts/duties-field';
import { realmChoicesQuery } from '../lookups/choices.api';
import { useTexts } from '../texts';
import { useInvite } from './invitations.api';

interface Values {
  email: string;
  role: InvitationDto['role'];
  realm_id: number | null;
  duties: Duty[];
}

/** Invites a person. Owners invite into their own realm, with a role no higher than their own. */
export function InviteForm({
  onCreated,
  onClose,
}: {
  onCreated: (invitation: NewInvitationDto) => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { role: ownRole } = useUser();
  const isAdmin = ownRole === 'admin';
  const form = useForm<Values>({
    defaultValues: { email: '', role: 'realm_user', realm_id: null, duties: [] },
  });
  const role = useWatch({ control: form.control, name: 'role' });
  const { data: realms = [] } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const { mutateAsync: invite } = useInvite();
  const needsRealm = isAdmin && role !== 'admin';
  const send = async ({ email, realm_id, duties }: Values) =>
    onCreated(
      await invite({
        role,
        email: email || undefined,
        realm_id: needsRealm ? realm_id : undefined,
        duties: takesDuties(role) && duties.length > 0 ? duties : undefined,
      }),
    );
  return (
    <FormDialog
      open
      width={520}
      title={t('people.invite')}
      subtitle={t('people.inviteHelp')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      submitLabel={t('people.createLink')}
    >
      <TextField
        control={form.control}
        name="email"
        label={t('words.email')}
        type="email"
        optional
        help={t('people.emailHelp')}
      />
      <SelectField
        control={form.control}
        name="role"
        label={t('people.role')}
        options={roles
          .filter((granted) => mayGrant(ownRole, granted))
          .map((value) => ({ value, label: t(`people.roles.${value}`) }))}
      />
      {needsRealm ? (
        <SelectField
          control={form.control}
          name="realm_id"
          label={t('words.realm')}
          numeric
          rules={{ required: t('people.realmMissing') }}
          options={realms.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      ) : null}
      {takesDuties(role) ? <DutiesField control={form.control} name="duties" /> : null}
    </FormDialog>
  );
}

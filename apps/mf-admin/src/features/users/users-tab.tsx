import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ListedUserDto, useEditing, useListBackend, type UserDto, useUser } from '@tessera/api';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { StatusChip, useAction } from '@tessera/ui';
import { FormDialog, TextField } from '@tessera/ui/forms';
import { createAccountStatusOptions, createRoleFilter } from '../../accounts/account-filters';
import { usePasswordResetLink } from '../../accounts/password-reset';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { createRealmFilter, createStatusFilter } from '../../lookups/filters';
import { useTexts } from '../../texts';
import { SessionsDialog } from './sessions-dialog';
import { useUserActions } from './use-user-actions';
import { createPasswordRules, UserForm } from './user-form';
import { fetchUser, usersQuery, useSetPassword } from './users.api';
import { createUserColumns } from './users-columns';
import { ViewAsForm } from './view-as-form';

const newUser = { row: null, etag: null, key: 0 };

/** Users of all realms; `isAdding` opens the form of a new one. */
export function UsersTab({
  isAdding,
  onAdded,
  createButton,
}: {
  isAdding: boolean;
  onAdded: () => void;
  createButton: ReactNode;
}) {
  const t = useTexts();
  const { data: realms } = useQuery(realmChoicesQuery());
  const filters = useMemo(
    () => [
      createRoleFilter(t),
      createStatusFilter(t, createAccountStatusOptions(t)),
      createRealmFilter(t, realms),
    ],
    [realms, t],
  );
  const columns = useMemo(() => createUserColumns(t), [t]);
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const { showError } = useAction();
  const editor = useEditing(fetchUser, showError);
  const [passwordOf, setPasswordOf] = useState<UserDto | null>(null);
  const [viewedAs, setViewedAs] = useState<UserDto | null>(null);
  const [sessionsOf, setSessionsOf] = useState<UserDto | null>(null);
  const resetLinks = usePasswordResetLink();
  const rowActions = useUserActions(
    useUser().id,
    {
      edit: ({ id }) => editor.open(id),
      setPassword: setPasswordOf,
      sessions: setSessionsOf,
      viewAs: setViewedAs,
    },
    resetLinks.createAction,
  );
  const users = useQuery(usersQuery(state.query));
  return (
    <>
      <ListPage<ListedUserDto>
        noun={t('users.noun')}
        state={state}
        columns={columns}
        {...toListProps(users)}
        filters={filters}
        backend={useListBackend('users', '/api/users', state.query)}
        searchPlaceholder={t('users.search')}
        searchWidth={180}
        empty={{ sentence: t('users.empty'), action: createButton }}
        keyOf={({ id }) => id}
        nameOf={({ email }) => email}
        versionOf={({ updated_at }) => updated_at}
        onOpen={({ id }) => editor.open(id)}
        rowMenu={rowActions}
        narrow={(user) => ({
          title: user.name || user.email,
          status: <StatusChip of="account" state={user.status} />,
          second: user.email,
          third: user.realm_name ?? t('words.noRealm'),
          end: t(`people.roles.${user.role}`),
        })}
      />
      {editor.editing ? (
        <UserForm
          key={editor.editing.key}
          editing={editor.editing}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
      {isAdding ? <UserForm editing={newUser} onReload={onAdded} onClose={onAdded} /> : null}
      {sessionsOf ? <SessionsDialog user={sessionsOf} onClose={() => setSessionsOf(null)} /> : null}
      {passwordOf ? <PasswordForm user={passwordOf} onClose={() => setPasswordOf(null)} /> : null}
      {viewedAs ? <ViewAsForm user={viewedAs} onClose={() => setViewedAs(null)} /> : null}
      {resetLinks.dialog}
    </>
  );
}

/** Sets a user's password, which ends their sessions. */
function PasswordForm({ user, onClose }: { user: UserDto; onClose: () => void }) {
  const t = useTexts();
  const form = useForm({ defaultValues: { password: '' } });
  const { mutateAsync: setPassword } = useSetPassword();
  return (
    <FormDialog
      open
      width={480}
      title={t('users.setPassword')}
      subtitle={t('users.signInAgain', { email: user.email })}
      form={form}
      onSubmit={({ password }) => setPassword({ id: user.id, password })}
      onClose={onClose}
      submitLabel={t('users.setPassword')}
    >
      <TextField
        control={form.control}
        name="password"
        label={t('users.newPassword')}
        type="password"
        autoComplete="new-password"
        help={t('users.passwordHelp')}
        rules={createPasswordRules(t)}
      />
    </FormDialog>
  );
}

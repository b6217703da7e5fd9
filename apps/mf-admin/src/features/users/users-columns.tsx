import type { UserDto } from '@tessera/api';
import { Instant, StatusChip, type Column } from '@tessera/ui';

/** Roles in words. */
export const roleOptions = [
  { value: 'admin', label: 'Admin' },
  { value: 'realm_owner', label: 'Realm owner' },
  { value: 'realm_user', label: 'Realm user' },
];

/** A role in words. */
export const roleName = (role: string): string =>
  roleOptions.find(({ value }) => value === role)?.label ?? role;

/** Columns of the users' list. */
export const usersColumns: Column<UserDto>[] = [
  {
    id: 'name',
    header: 'Name',
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 150,
    cell: ({ name }) => name || '–',
  },
  { id: 'email', header: 'E-mail', sortKey: 'email', minWidth: 200, cell: ({ email }) => email },
  { id: 'role', header: 'Role', sortKey: 'role', width: 120, cell: ({ role }) => roleName(role) },
  { id: 'realm', header: 'Realm', minWidth: 140, quiet: true, cell: ({ realm_name }) => realm_name ?? '–' },
  {
    id: 'status',
    header: 'Status',
    sortKey: 'status',
    width: 120,
    cell: ({ status }) => <StatusChip of="account" state={status} />,
  },
  {
    id: 'signed_in',
    header: 'Last sign-in',
    sortKey: 'last_login_at',
    width: 150,
    quiet: true,
    cell: ({ last_login_at }) => <Instant value={last_login_at} />,
  },
  {
    id: 'created',
    header: 'Created',
    sortKey: 'created_at',
    width: 130,
    quiet: true,
    cell: ({ created_at }) => <Instant value={created_at} style="date" />,
  },
];
